import { graphql } from '../../gql/gql.ts';
import { useAsk } from '../../shared/client.ts';
import { grouped } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';

const SPAM_DOMAINS = graphql(`
  query SpamDomains($id: ID!, $from: Date!, $to: Date!) {
    website(id: $id) {
      id
      spamDomains(from: $from, to: $to) {
        domain
        count
      }
    }
  }
`);

/** The number of domains that are shown. */
const SHOWN = 10;

/** The domains for which hits were dropped as referrer spam, so that genuine ones are noticed. */
export function SpamDomains(variables: { id: string; from: string; to: string }) {
  const [{ data }] = useAsk(SPAM_DOMAINS, variables);
  const found = data?.website?.spamDomains ?? [];
  if (found.length === 0) return null;
  const domains = found
    .slice(0, SHOWN)
    .map(({ domain, count }) => `${domain} (${grouped(count)})`)
    .join(', ');
  return <span className="quiet">{t('drop.spam.domains', { domains })}</span>;
}
