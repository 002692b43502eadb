/**
 * Gives the frames of statistics pages the height of their content. Served as /embed.js; other websites load
 * it beside the frames. The pages send their height whenever it changes (../stats/link/sendHeight.ts).
 */
(() => {
  const script = document.currentScript as HTMLScriptElement | null;
  const { origin } = new URL(script?.src ?? location.href);
  /** Bounds what a page can do to the layout of the website. */
  const MAX_HEIGHT = 20_000;
  const frames = () => [...document.querySelectorAll('iframe')];
  addEventListener('message', ({ data, origin: sender, source }) => {
    const height = data?.footfallHeight;
    if (sender !== origin || typeof height !== 'number' || !(height > 0 && height < MAX_HEIGHT)) return;
    for (const frame of frames())
      if (frame.contentWindow === source) frame.style.height = `${Math.ceil(height)}px`;
  });
  // Pages that were loaded before this script send their height again.
  for (const frame of frames())
    if (frame.src.startsWith(`${origin}/s/`)) frame.contentWindow?.postMessage({ footfallHeight: 0 }, '*');
})();
