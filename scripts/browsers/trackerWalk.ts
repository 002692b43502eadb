import { isDeepStrictEqual } from 'node:util';
import { type Recorder, seenAt, startRecorder, tag } from '../../test/support/recorder.ts';
import { eventually } from '../../test/support/site.ts';
import type { Tab } from './tab.ts';

/** A step: what the visitor does, and the hits that the website has received in the end. */
interface Step {
  title: string;
  walk(tab: Tab, site: Recorder): Promise<void>;
  hits: string[];
  /** Also received from browsers without the Navigation API. */
  without?: string[];
}

const hashTag = tag.replace('>', ' data-hash>');
const settled = (tab: Tab, ms: number) => tab.evaluate(`new Promise((done) => setTimeout(done, ${ms}))`);

/** Every browser must count the same. */
export const STEPS: Step[] = [
  {
    title: 'a load, an event, pushState, replaceState and back',
    async walk(tab, { origin }) {
      await tab.goto(`${origin}/`);
      await tab.evaluate('footfall.track("Signup", { value: 1.5 })');
      await tab.evaluate('history.pushState(null, "", "/two")');
      await tab.evaluate('history.replaceState(null, "", "/three")');
      await tab.evaluate('void (location.hash = "part")');
      await settled(tab, 200);
      await tab.evaluate('history.go(-2)');
    },
    hits: ['/', '/ !Signup', '/two', '/'],
  },
  {
    title: 'pages in the fragment, with data-hash: a link counts, location.replace does not',
    async walk(tab, { origin, pages }) {
      pages.set('/app', `${hashTag}<a id="one" href="#/one">One</a>`);
      await tab.goto(`${origin}/app`);
      await tab.evaluate('document.getElementById("one").click()');
      await settled(tab, 200);
      await tab.evaluate('location.replace("#/two")');
      await settled(tab, 200);
      await tab.evaluate('history.back()');
    },
    hits: ['/app', '/app#/one', '/app'],
    // Nothing tells it from a link there (docs/decisions/029-what-the-tracker-counts.md).
    without: ['/app#/two'],
  },
  {
    title: 'back to a page, restored or loaded again',
    async walk(tab, { origin, pages }) {
      pages.set('/next', 'No tracker here');
      await tab.goto(`${origin}/first`);
      await settled(tab, 300);
      await tab.evaluate('void (location.href = "/next")');
      await eventually('the next page', async () => {
        return (await tab.evaluate('location.pathname + document.readyState')) === '/nextcomplete';
      });
      await tab.evaluate('history.back()');
    },
    hits: ['/first', '/first'],
  },
  {
    title: 'an event while the page is left',
    async walk(tab, { origin, pages }) {
      pages.set('/', `${tag}<script>addEventListener('pagehide', () => footfall.track('Left'))</script>`);
      pages.set('/next', 'No tracker here');
      await tab.goto(`${origin}/`);
      await settled(tab, 300);
      await tab.evaluate('void (location.href = "/next")');
    },
    hits: ['/', '/ !Left'],
  },
  {
    title: 'a server that answers 503 and resets connections, then is back',
    async walk(tab, { origin, failures }) {
      failures.push(503, 'reset');
      await tab.goto(`${origin}/`);
    },
    hits: ['/'],
  },
  {
    title: 'a policy without connect-src: no hit, no error, few attempts',
    async walk(tab, { origin, pages }) {
      pages.set(
        '/',
        `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">
        <script>
          errors = 0; addEventListener('error', () => { errors++; });
          refused = 0; addEventListener('securitypolicyviolation', () => { refused++; });
        </script>${tag}`,
      );
      await tab.goto(`${origin}/`);
      await tab.evaluate('(() => { for (let i = 0; i < 20; i++) history.pushState(null, "", "/" + i); })()');
      await settled(tab, 3_000);
      const [errors, refused] = (await tab.evaluate('[errors, refused]')) as [number, number];
      // The 21 hits, and one further attempt for each after two seconds.
      if (errors > 0 || refused > 42) throw new Error(`${errors} errors, ${refused} attempts`);
    },
    hits: [],
  },
];

/** Takes one step on a new website. @returns null, or what went wrong. */
export async function takeStep(tab: Tab, step: Step, code: string, more: string): Promise<string | null> {
  await using site = await startRecorder(code, more);
  try {
    await step.walk(tab, site);
    const hasNavigation = await tab.evaluate('"navigation" in self');
    const expected = [...step.hits, ...(hasNavigation ? [] : (step.without ?? []))].toSorted();
    const same = () => isDeepStrictEqual(seenAt(site).toSorted(), expected);
    await eventually('the hits', same).catch(() => undefined);
    // Further hits would arrive now.
    await settled(tab, 500);
    return same() ? null : `expected ${expected.join(', ') || 'nothing'}; got ${seenAt(site).join(', ')}`;
  } catch (error) {
    return String(error);
  }
}
