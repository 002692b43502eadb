// biome-ignore-all lint/complexity/useOptionalChain: its ES2018 equivalent takes more bytes.
/**
 * The second script of the tracker, a module that footfall.ts imports from /more.js (decision 075). It adds
 * pageviews by hand, properties of pageviews, clicks and submissions to the tags on the page.
 * It sends nothing itself: it appends to the queue that all tags read, and edits the bodies of their hits.
 * The queue is also the interface to older copies of footfall.ts on other servers, so its parts keep their
 * names:
 *  - `queue.edit` is the replacer of `JSON.stringify` for the body of each hit. An error in it cancels the
 *    hit.
 *  - An entry whose name is the queue is a pageview by hand. It cannot be serialized without `edit`, so
 *    nothing is sent for it before this script runs.
 *  - `queue[server + website]` is the dataset of a tag. A tag with `properties` waits until they are empty.
 * Nothing in it prevents or delays a navigation, or causes an error on the page.
 */

/** Selects the tags that an entry of the queue is for. A symbol is not serialized. */
const FOR = Symbol('for');

type Properties = Record<string, unknown>;

interface Options {
  path?: unknown;
  properties?: Properties | null;
  [FOR]?: (tag: Tag) => unknown;
}

interface Body {
  website?: string;
  page: string;
  referrer: string;
  reload?: number;
  event?: (Options & { name: unknown }) | undefined;
  properties?: Properties | undefined;
}

interface Queue extends Array<unknown> {
  edit?: (key: string, value: unknown) => unknown;
  [tag: `http${string}`]: unknown;
}

interface Tag {
  data: DOMStringMap;
  /** The properties of its pageviews. */
  properties?: Properties;
  /** The address of its latest pageview by hand. */
  counted?: string;
}

const EXTENSIONS =
  '7z|apk|avi|bz2|csv|deb|dmg|docx?|epub|exe|flac|gz|iso|jar|key|m4a|midi?|mov|mp[34]|' +
  'mpe?g|msi|od[pst]|ogg|pdf|pkg|pp[st]x?|rar|rpm|rtf|tar|tgz|txt|wav|webm|wm[av]|xlsx?|xz|zip';
const DOWNLOAD = new RegExp(`[.](${EXTENSIONS})$`, 'i');

/** The server cuts texts after as many characters. */
const short = (text: string) => text.slice(0, 500);

/** Runs code that the page may break: a replaced object, a form with a field that is named like a method. */
const attempt = (code: () => void) => {
  try {
    code();
  } catch {}
};

const install = (queue: Queue) => {
  const tags: Tag[] = [];
  const isOn = ({ data }: Tag, name: string) => /^(true)?$/.test(data[name] as string);
  /** Whether the pages that a tag is on are pageviews, if it has no data-manual. */
  const isPage = (tag: Tag) => self === top || isOn(tag, 'frames');

  const count = (name: unknown, options: Options) => queue.push([name, options]);

  /** Counts an event for the tags whose data-track contains a word. */
  const countTracked = (word: string, name: string, properties: Properties, also?: (tag: Tag) => unknown) => {
    const tracks = (tag: Tag) =>
      new RegExp(`(^|[\\s,])${word}([\\s,]|$)`).test(tag.data.track as string) && (!also || also(tag));
    if (tags.some(tracks)) count(name, { properties, [FOR]: tracks });
  };

  queue.edit = (key, value) => {
    const body = value as Body;
    if (key || !body || !body.page) return value;
    const tag = tags.find(({ data }) => data.website === body.website);
    const { event } = body;
    if (event) {
      const selects = event[FOR];
      if (selects && !(tag && selects(tag))) throw 0;
    }
    if (tag && tag.counted) body.reload = 1;
    if (event && event.name !== queue) return value;
    body.properties = tag && tag.properties;
    if (event) {
      body.event = undefined;
      attempt(() => {
        if (event.path == null) return;
        const to = new URL(event.path as string, location.href);
        const page = new URL(location.href);
        // Another origin would be another website, so only its path is used.
        page.pathname = to.pathname;
        page.search = to.search;
        page.hash = to.hash;
        body.page = page.href.slice(0, 2e4);
      });
      body.properties = { ...body.properties, ...event.properties };
      if (tag) {
        if (tag.counted) body.referrer = tag.counted;
        tag.counted = body.page;
      }
    }
    return value;
  };

  /** Finds tags that are new, and makes those send that waited for this script. */
  const readTags = () => {
    for (const key of Object.keys(queue)) {
      const data = queue[key as `http${string}`] as DOMStringMap;
      if (!(data instanceof DOMStringMap) || tags.some((tag) => tag.data === data)) continue;
      const tag: Tag = { data };
      tags.push(tag);
      attempt(() => {
        const properties = JSON.parse(data.properties as string);
        if (properties instanceof Object && !Array.isArray(properties)) tag.properties = properties;
      });
      attempt(() => {
        if (data.properties) data.properties = '';
      });
      attempt(() => {
        const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        if (load && load.responseStatus === 404)
          countTracked('404', '404', { path: short(location.pathname) }, (one) => one === tag && isPage(one));
      });
    }
    // Every call makes the tags look at the queue; this entry is for none of them.
    count(queue, { [FOR]: () => false });
  };

  let { push } = queue;
  // Each tag replaces `push` when it starts.
  attempt(() =>
    Object.defineProperty(queue, 'push', {
      get: () => push,
      set(replacement) {
        push = replacement;
        Promise.resolve().then(() => attempt(readTags));
      },
    }),
  );

  // Pageviews by hand before this script. Tags have passed them, or wait with their properties until they are
  // read. A tag that comes later must not send them twice.
  const early: Options[] = [];
  queue.forEach((entry, index) => {
    const [name, options] = (entry || []) as [unknown, Options];
    if (name !== queue) return;
    early.push(options);
    queue[index] = [queue, { [FOR]: () => false }];
  });
  readTags();
  for (const options of early) count(queue, options);

  /** The elements that an event passes, from its target on; also those in open shadow roots. */
  const pathOf = (event: Event): Element[] => {
    const path = event.composedPath() as Node[];
    return path.filter((node): node is Element => node.nodeType === 1);
  };
  const { matches } = Element.prototype;
  const first = (path: Element[], selector: string) =>
    path.find((element) => matches.call(element, selector));

  /** Counts an element with data-footfall-event. */
  const countElement = (element: Element | undefined) => {
    const name = element && element.getAttribute('data-footfall-event');
    if (!name) return;
    const properties: Properties = {};
    for (const { name, value } of Array.from((element as Element).attributes)) {
      const [, property] = name.split(/^data-footfall-property-/);
      if (property) properties[property] = value;
    }
    count(name, { properties });
  };

  let labelled: Element | undefined;
  const onClick = (event: MouseEvent) => {
    const path = pathOf(event);
    const link = first(path, 'a, area');
    // Of clicks with other buttons, only one with the middle button opens a link.
    if (event.type !== 'click' && (!link || event.button !== 1)) return;
    const element = first(path, '[data-footfall-event]:not(form)');
    const label = first(path, 'label') as HTMLLabelElement | undefined;
    if (element !== labelled || !label || label.control !== path[0]) attempt(() => countElement(element));
    // Browsers follow a click on a label by one on its field, in the same task. Both may pass the element.
    labelled = label && element;
    if (labelled)
      setTimeout(() => {
        labelled = undefined;
      });
    if (!link) return;
    const { href } = link as HTMLAnchorElement | SVGAElement;
    const given = typeof href === 'string' ? href : href.baseVal;
    if (!given) return;
    const { protocol, host, origin, pathname } = new URL(given, document.baseURI);
    if (!/^http/.test(protocol)) return;
    // Queries and fragments may contain secrets.
    const properties = { url: short(origin + pathname) };
    const isDownload = DOWNLOAD.test(pathname);
    if (isDownload) countTracked('downloads', 'File Download', properties);
    if (host !== location.host)
      countTracked(
        'outbound',
        'Outbound Link: Click',
        properties,
        (tag) =>
          // As one event, a link is either.
          !(isDownload && /downloads/.test(tag.data.track as string)),
      );
  };

  const onSubmit = (event: Event) => {
    const form = event.target as Element;
    if (!matches.call(form, 'form')) return;
    attempt(() => countElement(form));
    countTracked('forms', 'Form: Submission', { path: short(location.pathname) });
  };

  const listen = (type: string, listener: (event: never) => void) =>
    addEventListener(type, (event) => attempt(() => listener(event as never)), true);
  listen('click', onClick);
  listen('auxclick', onClick);
  listen('submit', onSubmit);
  // The page was restored from the back/forward cache: a new pageview without a load.
  listen('pageshow', (event: PageTransitionEvent) => {
    if (event.persisted) count(queue, { [FOR]: (tag) => isPage(tag) && !isOn(tag, 'manual') });
  });
};

attempt(() => {
  const { q } = self.footfall as never as { q: Queue };
  // Tags of several servers load this script from each of them.
  if (!q.edit) install(q);
});

export {};
