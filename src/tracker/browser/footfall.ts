// biome-ignore-all lint/complexity/useOptionalChain: in ES2018, what stands for it takes more bytes.
/**
 * The tracker that websites load as /script.js: no cookies, no storage, no dependency, and no error on the page it is on.
 * A pageview is due when a document was loaded, or when its address changed by anything but a replacement; it is sent as
 * soon as the document is visible. Each tag on a page is a tracker of its own; all of them read the same queue of events.
 * Every byte is loaded by every visitor: the build asserts that there are fewer than 700 (decision 029).
 */
type TrackArguments = [name: string, options?: { value?: number; unit?: string } | null];

/** A tag on the page: where it sends to, and its website. */
type Tag = `http${string}`;

/** All events of this page, and one property for each tag that is on it. */
interface Queue extends Array<TrackArguments> {
  [tag: Tag]: unknown;
}

declare global {
  interface Window {
    /** Only `track` is for pages. The stub in docs/tracking.md makes the same object before the script has loaded. */
    footfall?: { track(...event: TrackArguments): void; q?: Queue };
  }
  interface Document {
    /** Not in lib.dom yet: the document is rendered ahead of a navigation that may never happen. */
    readonly prerendering?: boolean;
  }
}

/** What `update` reads of an event: of a PageTransitionEvent, a NavigationCurrentEntryChangeEvent, or any other. */
interface Change extends Partial<Event> {
  persisted?: boolean;
  navigationType?: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: one piece of code wraps methods of unrelated types.
type Wrapped = any;

(() => {
  // An element with id="footfall" is `window.footfall`, too: it has no `q`.
  const { q = [] as unknown as Queue } = window.footfall || {};
  window.footfall = {
    q,
    track(...event) {
      q.push(event);
    },
  };
  try {
    // Only while the script runs does currentScript name it; a tag with type="module" never gets it.
    const script = (document.currentScript ||
      document.querySelector('script[data-website]')) as HTMLScriptElement;
    const { website, host, dnt, frames, hash } = script.dataset;
    const on = (attribute?: string) => /^(true)?$/.test(attribute as string);
    // The server fills in another path where TRACKER_PATHS names one.
    const url = `${new URL(host || '', script.src || location.href).origin}/api/event`;
    if (q[(url + website) as Tag]) return;
    q[(url + website) as Tag] = 1;

    /** Whether this document counts as a page. One in a frame does only if its tag says so. */
    const isPage = self === top || on(frames);
    let due: boolean;
    let seen: string | undefined;
    let { referrer } = document;
    /** The number of events that were sent. Undefined until the document is shown: if nobody ever sees it, none are. */
    let sent: number;
    /** Bodies that could not be sent because the browser is offline. */
    const kept: string[] = [];

    const post = (body: string) => {
      const { onLine } = navigator;
      // sendBeacon reports success even when offline. What fails later on may have arrived, and is not repeated.
      if (!(onLine && navigator.sendBeacon && navigator.sendBeacon(url, body)))
        fetch(url, { method: 'POST', body, keepalive: true }).catch(
          () => onLine || kept[49] || kept.push(body),
        );
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
            // The server drops what comes with DNT or Sec-GPC, unless told that this website does not honour them.
            dnt: on(dnt) && undefined,
            hash: on(hash) || undefined,
          }),
        );
      } catch {}
    };

    /** Sends what is due. Call it whenever something may have changed: of each change only the first call counts. */
    const update = (change: Change) => {
      const address = location.href.split(on(hash) ? ' ' : '#')[0];
      // Persisted: back from the back/forward cache, the page is seen again without having been loaded again.
      if (change.persisted || (address !== seen && !/^replace/.test(change.navigationType as string)))
        due = isPage;
      seen = address;
      if (navigator.onLine) kept.splice(0).forEach(post);
      // On activation a prerendered page turns visible first, while its requests still carry Sec-Purpose: prerender.
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
    // Also sees routers that kept their own reference to pushState, or that use the Navigation API itself.
    (window.navigation || window).addEventListener('currententrychange', update);
    for (const [object, method] of [
      [q, 'push'],
      // Last, as a module cannot change a frozen history.
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
