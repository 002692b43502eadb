import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import type { PanelName, Website } from '../types.ts';
import { linkTo } from './links.ts';

export interface LinkProps {
  name: PanelName;
  /** The value of the row, and its label. */
  value: string;
  label: string;
  website: Pick<Website, 'id' | 'url' | 'domain' | 'hideBelow' | 'unfiltered'>;
  className: string;
}

/** The rows among which a page is linked. The hosts of all of them are read together. */
export interface LinkedRows {
  from: string;
  to: string;
  filter: FilterInput | null;
  /** The values of the rows, in their order. */
  values: readonly string[];
}

/** Opens a page on a host, by default on the website's own. Nothing for a value that is no path. */
export function LinkOn({
  value,
  label,
  website,
  className,
  host,
}: LinkProps & { host?: string | undefined }): ReactNode {
  const link = linkTo(value, website, host);
  if (!link) return null;
  return (
    <a className={className} href={link} target="_blank" rel="noreferrer" title={t('panel.openPage')}>
      <ExternalLink size={14} aria-hidden />
      <span className="visually-hidden">{t('panel.open', { label })}</span>
    </a>
  );
}
