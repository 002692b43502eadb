/**
 * Sends the height of the page to the website that embeds it, now and whenever it changes, for the script
 * /embed.js there (../../embed/embed.ts). Any website may embed the page, and the height is no secret, so the
 * messages have no target origin.
 * @returns a function that stops it.
 */
export function sendHeight(): () => void {
  const { parent } = window;
  if (parent === window) return () => undefined;
  const body = document.body;
  const send = () =>
    parent.postMessage({ footfallHeight: Math.ceil(body.getBoundingClientRect().height) }, '*');
  const observer = new ResizeObserver(send);
  observer.observe(body);
  // The script asks pages that were loaded before it.
  const answer = ({ source, data }: MessageEvent) => {
    if (source === parent && data?.footfallHeight === 0) send();
  };
  addEventListener('message', answer);
  return () => {
    observer.disconnect();
    removeEventListener('message', answer);
  };
}
