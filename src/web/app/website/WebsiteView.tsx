import { ChartNoAxesColumn } from 'lucide-react';
import { Link } from 'wouter';
import { useAsk } from '../../shared/client.ts';
import { dayOf } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { NotFoundView } from '../layout/NotFoundView.tsx';
import { View } from '../layout/View.tsx';
import { SectionContent } from './SectionContent.tsx';
import { SectionNav } from './SectionNav.tsx';
import { isSection } from './sections.ts';
import { WEBSITE } from './website.ts';
import './website.css';

/** A section of the settings of a website. */
export function WebsiteView({ id, section }: { id: string; section: string }) {
  const [{ data, error, fetching }, refetch] = useAsk(
    WEBSITE,
    { id },
    { requestPolicy: 'cache-and-network' },
  );
  const website = data?.website;
  const isWrongId = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'BAD_USER_INPUT');
  if (!isSection(section)) return <NotFoundView />;
  if (isWrongId || (data && !website)) return <NotFoundView what="website" />;
  return (
    <View
      title={website?.domain ?? t('website.title')}
      lead={website ? t('website.added', { day: dayOf(website.createdAt) }) : '\u00a0'}
      actions={
        <a
          className="button"
          href={website ? `/s/${website.trackingId}` : undefined}
          aria-disabled={!website}
        >
          <ChartNoAxesColumn size={16} aria-hidden />
          {t('website.statistics')}
        </a>
      }
    >
      <nav aria-label={t('website.breadcrumb')} className="breadcrumb">
        <Link href="/websites">{t('websites.title')}</Link>
      </nav>
      {error && !website && !fetching && (
        <div className="card">
          <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
        </div>
      )}
      <div className="website">
        <SectionNav id={id} section={section} />
        <div className="website-section" key={section} aria-busy={!website && fetching}>
          {website && data ? (
            <SectionContent section={section} website={website} data={data} />
          ) : (
            fetching && <div className="card skeleton website-wait" />
          )}
        </div>
      </div>
    </View>
  );
}
