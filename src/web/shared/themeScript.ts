/**
 * Runs in the head of every page, before the first paint (scripts/build-web.ts). A module would run later,
 * and the page would flash in the other colors.
 */
try {
  const given = new URLSearchParams(location.search).get('theme');
  const theme = given === 'light' || given === 'dark' ? given : localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The browser blocks storage: the page has the browser's color scheme.
}
