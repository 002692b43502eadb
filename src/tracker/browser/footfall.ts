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
 * The order of declarations and keys is the one that compresses best.
 */
type TrackArguments = [name: string, options?: { value?: number; unit?: string } | null];

/** Identifies a tag on the page: the URL that it sends to, followed by its website. */
type Tag = `http${string}`;

/** All events of this page, and one property for each tag on the page. */
interface Queue extends Array<TrackArguments> {
  [tag: Tag]: unknown;
}

declare global {
  interface Window {
    /**
     * Pages use only `track`. The stub in docs/tracking.md creates the same object before the script has
     * loaded.
     */
    footfall?: { track(...event: TrackArguments): void; q?: Queue };
  }
  interface Document {
    /** Not in lib.dom yet: the document is rendered before a navigation that may never happen. */
    readonly prerendering?: boolean;
  }
}

/**
 * The properties that `update` reads, of a PageTransitionEvent, a NavigationCurrentEntryChangeEvent or
 * another event.
 */
interface Change extends Partial<Event> {
  persisted?: boolean;
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
    track(...event) {
      q.push(event);
    },
  };
  try {
    // `currentScript` is set only while the script runs, and never in a module. The attributes may be on any
    // element, for a copy of this code in another script.
    const { dataset, src } = (document.currentScript ||
      document.querySelector('[data-website]') ||
      document.body) as HTMLScriptElement;
    const { website, host } = dataset;
    const on = (attribute: string) => /^(true)?$/.test(dataset[attribute] as string) || undefined;
    // The server replaces BASE_URL by its address, so that copies know their server, and the path if
    // TRACKER_PATHS sets another.
    const url = new URL(host || 'BASE_URL', src || (location as unknown as URL)).origin + '/api/event';
    if (q[(url + website) as Tag]) return;
    q[(url + website) as Tag] = 1;

    let seen: string | undefined;
    let due: unknown;
    /**
     * Set if the visitor did not arrive with this address, but reloaded or restored it (1 or 2), or was on it
     * already. Then its tags are those of an earlier visit.
     */
    let reload = ((performance.navigation || 0) as PerformanceNavigation).type || undefined;
    let referrer = reload ? '' : document.referrer;
    /**
     * The number of events sent. Undefined until the document is first visible, so that no events are sent
     * before.
     */
    let sent: number;
    /** Bodies that could not be sent, or that the server could not store. */
    const kept: string[] = [];
    /** Milliseconds, doubled before each timer, because a policy of the page may forbid every request. */
    let wait = 1e3;

    // Not sendBeacon, which reports success whatever becomes of the request. A hit that arrived although its
    // request failed counts once, because of its id.
    const post = (body: string) => {
      fetch(url, { body, method: 'POST', keepalive: 1 as never })
        // 429 and 5xx: a response cannot be called, so this throws.
        .then((response) => (response.status > 428 ? (response as never as () => void)() : flush()))
        // The first of the kept bodies starts the timer, which sends all of them.
        .catch(() => kept[49] || kept.push(body) > 1 || setTimeout(flush, (wait += wait)));
    };

    const flush = () => kept.splice(0).forEach(post);

    const send = (event?: TrackArguments) => {
      try {
        post(
          JSON.stringify({
            website,
            // A request with `keepalive` may have 64 KiB. The server uses only the beginning of a fragment.
            page: location.href.slice(0, 2e4),
            referrer,
            reload,
            screen_resolution: screen.width + 'x' + screen.height,
            language: navigator.language,
            event: event && { ...event[1], name: event[0] },
            // The server drops hits with DNT or Sec-GPC, unless told that this website does not honour them.
            dnt: on('dnt') ? undefined : false,
            hash: on('hash'),
            // Begins with the time, which makes storing it cheaper.
            id: [+new Date()] + (Math.random() as never),
          }),
        );
      } catch {}
    };

    /**
     * Sends a due pageview and queued events. Call it after any possible change; repeated calls for one
     * change have no effect.
     */
    const update = (change: Change | Method) => {
      const [address] = location.href.split(on('hash') ? ' ' : '#');
      // `persisted`: the page was restored from the back/forward cache. This is a new pageview without a
      // load.
      if (change.persisted || (address != seen && !/^re/.test(change.navigationType || (change as Method))))
        // A document in a frame counts as a page only if its tag says so.
        due = self == top || on('frames');
      seen = address;
      // On activation, a prerendered page first becomes visible, while its requests still have Sec-Purpose:
      // prerender.
      if (document.hidden || document.prerendering) flush();
      else {
        if (due) {
          due = send();
          referrer = address as string;
          reload = 1;
        }
        sent = sent || 0;
      }
      while (sent < q.length) send(q[sent++]);
    };

    update('');
    // Capturing: the first two are events of the document, and need not bubble.
    for (const type of ['prerenderingchange', 'visibilitychange', 'pageshow', 'popstate'])
      addEventListener(type, update, true);
    // Also detects routers that kept their own reference to pushState, or that use the Navigation API
    // directly.
    (self.navigation || self).addEventListener('currententrychange', update);
    for (const [object, method] of [
      [q, 'push'],
      // Last, because assigning to a frozen history throws in a module.
      [history, 'pushState'],
      [history, 'replaceState'],
    ] as [Wrapped, string][]) {
      const original = object[method];
      object[method] = (...args: unknown[]) => {
        original.apply(object, args);
        update(method as Method);
      };
    }
  } catch {}
})();

export {};
