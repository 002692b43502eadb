/** The script tag that a website puts on its pages. */
export function snippet(baseUrl: string, trackingId: string): string {
  return `<script defer src="${baseUrl}/script.js" data-website="${trackingId}"></script>`;
}
