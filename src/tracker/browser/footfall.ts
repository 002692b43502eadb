// biome-ignore-all lint/suspicious/noAssignInExpressions: takes fewer bytes.
// biome-ignore-all lint/complexity/useOptionalChain: its ES2018 equivalent takes more bytes.
// biome-ignore-all lint/complexity/useDateNow: takes more bytes.
// biome-ignore-all lint/style/useTemplate: takes more bytes.
// biome-ignore-all lint/suspicious/noDoubleEquals: takes fewer bytes.
/**
 * The tracker that websites load as /script.js. It uses no cookies, storage or dependencies, and never causes
 * an error on the page.
 * A pageview is due when a document was loaded, or when its address changed by anything but a replacement. It
 * is sent as soon as the document is visible.
 * Each tag on a page is a separate tracker. All of them read the same queue of events.
 * Every visitor loads this code: a test limits it to 720 bytes, with the address of a server (decision 029).
 * Everything that the first pageview and events can do without is in more.ts, which it loads (decision 075).
 * The order of declarations and keys is the one that compresses best, and the build gives each local name the
 * letter that does (scripts/trackerLetters.ts), so a local name must not also be that of a property.
 */
type Entry = [name: unknown, options?: object | null | undefined];

/** Identifies a tag on the page: the URL that it sends to, followed by its website. */
type Tag = `http${string}`;

/** All events of this page; its further parts are for more.ts, and described there. */
interface Queue extends Array<Entry> {
  edit?: (key: string, value: unknown) => unknown;
  [tag: Tag]: unknown;
}

interface EventOptions {
  value?: number;
  unit?: string;
  properties?: Record<string, string | number | boolean>;
  revenue?: { amount: number | string; currency: string };
}

interface PageOptions {
  path?: string;
  properties?: Record<string, string | number | boolean>;
}

declare global {
  interface Window {
    /**
     * Pages use only `track` and `page`. The stub in docs/tracking.md creates the same object before the
     * script has loaded.
     */
    footfall?: {
      track(name: string, options?: EventOptions | null): void;
      page?(options?: PageOptions | null): void;
      q?: Queue;
    };
  }
  interface Document {
    /** Not in lib.dom yet: the document is rendered before a navigation that may never happen. */
    readonly prerendering?: boolean;
  }
}

/** The property that `update` reads, of a NavigationCurrentEntryChangeEvent or another event. */
interface Change extends Partial<Event> {
  navigationType?: string | null;
}

/** A method of the history or of the queue, for which there is no event. */
type Method = string & { [Key in keyof Change]?: never };

// biome-ignore lint/suspicious/noExplicitAny: one piece of code wraps methods of unrelated types.
type Wrapped = any;

(() => {
  // `self.footfall` may also be an element with id="footfall", which has no `q`.
  const { q = [] as unknown as Queue } = self.footfall || (0 as never);
  self.footfall = {
    q,
    track: (...trackArguments) => q.push(trackArguments),
    // Until more.ts has set `edit`, such an entry is circular, so `send` sends nothing for it.
    page: (...pageArguments) => q.push([q, ...pageArguments]),
  };
  try {
    // `currentScript` is set only while the script runs, and never in a module. The attributes may be on any
    // element, for a copy of this code in another script.
    const { dataset: tagData, src: source } = (document.currentScript ||
      document.querySelector('[data-website]') ||
      document.body) as HTMLScriptElement;
    const isOn = (attribute: string) => 'true'.endsWith(tagData[attribute] as string);
    // The server replaces BASE_URL by its address, so that copies know their server, and the paths if
    // TRACKER_PATHS sets others.
    const { origin: server } = new URL(tagData.host || 'BASE_URL', source || (location as unknown as URL));
    // For the same tag again, the call of a text throws, which ends this tracker.
    q[(server + tagData.website) as Tag] = q[(server + tagData.website) as Tag]
      ? (server as never as () => void)()
      : tagData;

    let seen: string | undefined;
    let due: unknown;
    /**
     * Set if the visitor did not arrive with this address, but reloaded or restored it (1 or 2), or was on it
     * already. Then its tags are those of an earlier visit.
     */
    let reloaded = ((performance.navigation || 0) as PerformanceNavigation).type || undefined;
    let cameFrom = reloaded ? '' : document.referrer;
    /**
     * The number of events sent. Undefined until the document is first visible, so that no events are sent
     * before.
     */
    let sent!: number;
    /** Bodies that could not be sent, or that the server could not store. */
    const kept: string[] = [];
    /** Milliseconds, doubled before each timer, because a policy of the page may forbid every request. */
    let wait = 1e3;

    // Not sendBeacon, which reports success whatever becomes of the request. A hit that arrived although its
    // request failed counts once, because of its id.
    const post = (hitBody: string) => {
      fetch(server + '/api/event', { keepalive: 1 as never, method: 'POST', body: hitBody })
        // 429 and 5xx: a response cannot be called, so this throws.
        .then((response) => (response.status > 428 ? (response as never as () => void)() : flush()))
        // The first of the kept bodies starts the timer, which sends all of them.
        .catch(() => kept[49] || kept.push(hitBody) > 1 || setTimeout(flush, (wait += wait)));
    };

    const flush = () => kept.splice(0).forEach(post);

    const send = (entry?: Entry) => {
      try {
        post(
          JSON.stringify(
            {
              reload: reloaded,
              language: navigator.language,
              // The server drops hits with DNT or Sec-GPC, unless told that the website ignores them.
              dnt: isOn('dnt') && undefined,
              hash: isOn('hash') || undefined,
              website: tagData.website,
              screen_resolution: screen.width + 'x' + screen.height,
              // A request with `keepalive` may have 64 KiB. The server uses only the beginning of a fragment.
              page: location.href.slice(0, 2e4),
              event: entry && { ...entry[1], name: entry[0] },
              referrer: cameFrom,
              // Begins with the time, which makes storing it cheaper.
              id: [+new Date()] + (Math.random() as never),
            },
            q.edit,
          ),
        );
      } catch {}
    };

    /**
     * Sends a due pageview and queued events. Call it after any possible change; repeated calls for one
     * change have no effect.
     */
    const update = (change: Change | Method) => {
      const [address] = location.href.split(isOn('hash') ? ' ' : '#');
      // Not if the address was replaced, or the page reloaded.
      if (address != seen && ((change.navigationType || change) as string)[0] != 'r')
        // A document in a frame counts as a page only if its tag says so.
        due = !isOn('manual') && (self == top || isOn('frames'));
      seen = address;
      // On activation, a prerendered page first becomes visible, while its requests still have Sec-Purpose:
      // prerender. Properties wait for more.ts, which empties them.
      if (document.hidden || document.prerendering || tagData.properties) flush();
      else {
        if (due) {
          due = send();
          cameFrom = address as string;
          reloaded = 1;
        }
        sent |= 0;
      }
      while (q[sent]) send(q[sent++]);
    };

    update('');
    // Capturing: the first two are events of the document, and need not bubble. The Navigation API also
    // detects routers that kept their own reference to pushState, or that use it directly.
    for (const eventName of ['visibilitychange', 'prerenderingchange', 'popstate', 'currententrychange']) {
      addEventListener(eventName, update, true);
      (self.navigation || self).addEventListener(eventName, update, true);
    }
    import(server + '/more.js').catch(() => update((tagData.properties = '')));
    // `history` last, because assigning to a frozen one throws in a module.
    for (const methodName of ['push', 'pushState', 'replaceState']) {
      const target: Wrapped = q[methodName as 'push'] ? q : history;
      const original = target[methodName];
      target[methodName] = (...args: unknown[]) =>
        (update as Wrapped)(methodName, original.apply(target, args));
    }
  } catch {}
})();

export {};
