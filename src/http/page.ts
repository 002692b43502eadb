const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}

/** What a page of ours may load: nothing but its own style; and nobody may frame it. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A plain page around the given, already escaped, content. */
export function plainPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
  h1 { font-size: 1.5rem; }
  label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
  input { font: inherit; width: 100%; max-width: 24rem; box-sizing: border-box; padding: .5rem; }
  button { font: inherit; margin-top: 1.25rem; padding: .5rem 1.25rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; border: 1px solid #8886; border-radius: 6px; font-size: .875rem; }
  .error { color: #b00020; margin: .25rem 0 0; }
  @media (prefers-color-scheme: dark) { .error { color: #ff8a8a; } }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${content}
</body>
</html>
`;
}
