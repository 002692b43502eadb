/**
 * The tracker that websites load as /script.js: no cookies, no storage, no dependency, and no error on the page it is on.
 * `view` is idempotent (a pageview is sent when the document is shown and its path or query differ from what was counted
 * last), so that everything that might mean a new page simply calls it.
 */
type TrackArguments = [name: string, options?: { value?: number; unit?: string } | null];

declare global {
  interface Window {
    footfall?: { track(...event: TrackArguments): void };
  }
  interface Document {
    /** Not in lib.dom yet: the document is rendered ahead of a navigation that may never happen. */
    readonly prerendering?: boolean;
  }
}

(() => {
  // Only while the script runs does currentScript name it; a tag with type="module" never gets it.
  const script = (document.currentScript ||
    document.querySelector('script[data-website]')) as HTMLScriptElement;
  // The tag may be on the page twice. Not just `window.footfall`: that is also any element with id="footfall".
  if (window.footfall?.track) return;

  let counted = '';
  let referrer = document.referrer;
  /** Events before the page is shown: they wait for its pageview, and are not sent if nobody ever sees the page. */
  const held: TrackArguments[] = [];

  const send = (event?: TrackArguments) => {
    try {
      const { website, host, dnt } = script.dataset;
      const url = `${new URL(host || '', script.src || location.href).origin}/api/event`;
      const { value, unit } = event?.[1] || {};
      const body = JSON.stringify({
        website,
        page: location.href,
        referrer,
        screen_resolution: `${screen.width}x${screen.height}`,
        language: navigator.language,
        event: event && { name: event[0], value, unit },
        // The server drops what comes with DNT or Sec-GPC, unless told that this website does not honour them.
        dnt: dnt === 'true' ? undefined : false,
      });
      if (!navigator.sendBeacon?.(url, body))
        fetch(url, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
    } catch {}
  };

  const view = () => {
    const path = location.pathname + location.search;
    // On activation a prerendered page turns visible first, while its requests still carry Sec-Purpose: prerender.
    if (document.prerendering || document.visibilityState === 'hidden' || path === counted) return;
    counted = path;
    send();
    referrer = location.href;
    held.splice(0).forEach(send);
  };

  window.footfall = {
    track(...event) {
      if (counted) send(event);
      else held.push(event);
    },
  };

  view();
  document.addEventListener('prerenderingchange', view);
  document.addEventListener('visibilitychange', view);
  addEventListener('popstate', view);
  addEventListener('pageshow', (event) => {
    // Back from the back/forward cache: the page is seen again, without having been loaded again.
    if (event.persisted) {
      counted = '';
      view();
    }
  });
  // Also sees routers that kept their own reference to pushState, or that use the Navigation API itself.
  window.navigation?.addEventListener('currententrychange', view);
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method];
    try {
      history[method] = function (...args) {
        original.apply(this, args);
        view();
      };
    } catch {}
  }
})();

export {};
