import type { ComponentProps, ReactNode } from 'react';
import { useAsk } from '../../shared/client.ts';
import { HostsDocument } from './documents.ts';
import { type LinkedRows, LinkOn } from './LinkOn.tsx';

/** Pages whose hosts are read together: few, so that most of them have several of the 100 rows. */
const TOGETHER = 25;

/**
 * Opens a page on the host on which it was seen most often. Until that is known, and if it cannot be read, on
 * the website's own.
 */
export default function LinkOnItsHost({
  among: { values, filter, ...days },
  ...props
}: ComponentProps<typeof LinkOn> & { among: LinkedRows }): ReactNode {
  const pages = [...new Set(values)].filter((value) => value.startsWith('/'));
  const at = pages.indexOf(props.value);
  const together = pages.slice(at - (at % TOGETHER)).slice(0, TOGETHER);
  // Where small counts are hidden, the viewer may not filter; the first rows are then those of all pages.
  const isFiltered = props.website.hideBelow === null;
  const and = [...(filter?.and ?? []), { page: { in: together } }];
  // The links of all rows ask the same, which is one request.
  const [{ data }] = useAsk(
    HostsDocument,
    { ...days, id: props.website.id, filter: isFiltered ? { ...filter, and } : filter },
    { pause: at < 0 },
  );
  const found = data?.website?.period.breakdown.nodes.find(
    ({ values: [page] }) => page?.value === props.value,
  );
  return <LinkOn {...props} host={found?.values[1]?.value} />;
}
