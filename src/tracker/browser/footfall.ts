// biome-ignore-all lint/complexity/useOptionalChain: its ES2018 equivalent takes more bytes.
/**
 * The tracker that websites load as /script.js. It uses no cookies, storage or dependencies, and never causes
 * an error on the page.
 * A pageview is due when a document was loaded, or when its address changed by anything but a replacement. It
 * is sent as soon as the document is visible.
 * Each tag on a page is a separate tracker. All of them read the same queue of events.
 * Every visitor loads this code: the build asserts that it has fewer than 700 bytes (decision 029).
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

// biome-ignore lint/suspicious/noExplicitAny: one piece of code wraps methods of unrelated types.
type Wrapped = any;

(() => {
  // `window.footfall` may also be an element with id="footfall", which has no `q`.
  const { q = [] as unknown as Queue } = window.footfall || {};
  window.footfall = {
    q,
    track(...event) {
      q.push(event);
    },
  };
  try {
    // `currentScript` is set only while the script runs, and never for a tag with type="module".
    const script = (document.currentScript ||
      document.querySelector('script[data-website]')) as HTMLScriptElement;
    const { website, host, dnt, frames, hash } = script.dataset;
    const on = (attribute?: string) => /^(true)?$/.test(attribute as string);
    // The server replaces this path if TRACKER_PATHS sets another.
    const url = `${new URL(host || '', script.src || location.href).origin}/api/event`;
    if (q[(url + website) as Tag]) return;
    q[(url + website) as Tag] = 1;

    /** Whether this document counts as a page. A document in a frame does only if its tag says so. */
    const isPage = self === top || on(frames);
    let due: boolean;
    let seen: string | undefined;
    let { referrer } = document;
    /**
     * The number of events sent. Undefined until the document is first visible, so that no events are sent
     * before.
     */
    let sent: number;
    /** Bodies that could not be sent. Most often the browser is offline. */
    const kept: string[] = [];

    const post = (body: string) => {
      // sendBeacon reports success even when offline. A request that failed may have arrived, but the server
      // counts each id once.
      if (!(navigator.onLine && navigator.sendBeacon && navigator.sendBeacon(url, body)))
        fetch(url, { method: 'POST', body, keepalive: true }).catch(() => kept[49] || kept.push(body));
    };

    const send = (event?: TrackArguments) => {
      try {
        const { value, unit } = (event && event[1]) || {};
        post(
          JSON.stringify({
            website,
            page: location.href,
            referrer,
            screen_resolution: `${screen.width}x${screen.height}`,
            language: navigator.language,
            event: event && { name: event[0], value, unit },
            // The server drops hits with DNT or Sec-GPC, unless told that this website does not honour them.
            dnt: on(dnt) && undefined,
            hash: on(hash) || undefined,
            // Begins with the time, which makes storing it cheaper.
            // biome-ignore lint/complexity/useDateNow: Date.now() takes two bytes more.
            id: `${+new Date()}${Math.random()}`,
          }),
        );
      } catch {}
    };

    /**
     * Sends a due pageview and queued events. Call it after any possible change; repeated calls for one
     * change have no effect.
     */
    const update = (change: Change) => {
      const address = location.href.split(on(hash) ? ' ' : '#')[0];
      // `persisted`: the page was restored from the back/forward cache. This is a new pageview without a
      // load.
      if (change.persisted || (address !== seen && !/^replace/.test(change.navigationType as string)))
        due = isPage;
      seen = address;
      if (navigator.onLine) kept.splice(0).forEach(post);
      // On activation, a prerendered page first becomes visible, while its requests still have Sec-Purpose:
      // prerender.
      if (!document.prerendering && !document.hidden) {
        if (due) {
          due = false;
          send();
          referrer = location.href;
        }
        sent = sent || 0;
      }
      while (sent < q.length) send(q[sent++]);
    };

    update({});
    // Capturing: the first two are events of the document, and need not bubble.
    for (const type of ['prerenderingchange', 'visibilitychange', 'pageshow', 'popstate', 'online'])
      addEventListener(type, update, true);
    // Also detects routers that kept their own reference to pushState, or that use the Navigation API
    // directly.
    (window.navigation || window).addEventListener('currententrychange', update);
    for (const [object, method] of [
      [q, 'push'],
      // Last, because assigning to a frozen history throws in a module.
      [history, 'pushState'],
      [history, 'replaceState'],
    ] as [Wrapped, string][]) {
      const original = object[method];
      object[method] = function (...args: unknown[]) {
        original.apply(this, args);
        update({ navigationType: method });
      };
    }
  } catch {}
})();

export {};
