import { blocksOf } from './documents/blocks.ts';
import { tag, type Visit } from './visit.ts';

/** A tag with additional attributes. */
export const tagWith = (attributes: string) => tag.replace('>', ` ${attributes}>`);

/** The example of docs/tracking.md that contains a text. */
export function documented(text: string): string {
  const found = blocksOf('docs/tracking.md').find((block) => block.text.includes(text));
  if (!found) throw new Error(`docs/tracking.md has no example with ${text}`);
  return found.text;
}

/** Opens a page, and waits until the second script of the tracker has run. */
export async function openPage({ site, page }: Visit, content: string, path = '/'): Promise<void> {
  site.pages.set(path, content);
  await page.goto(site.origin + path);
  await page.waitForFunction('footfall.q.edit');
}

/** The hits without those of `settle`. */
export const hitsOf = ({ site }: Visit) => site.hits.filter(({ event }) => event?.name !== 'settle');

/** The events without those of `settle`, as name and properties. */
export const eventsOf = (visit: Visit) =>
  hitsOf(visit).flatMap(({ event }) => (event ? [[event.name, event.properties] as const] : []));
