/**
 * The letters of the local names in src/tracker/browser/footfall.ts. Compression depends on them: the script
 * is some 15 bytes shorter than with the letters that esbuild chooses by frequency. They were found by trial
 * (simulated annealing over the size with Brotli).
 * Two names may share a letter if neither is used in the scope of the other.
 */
export const TRACKER_LETTERS: Record<string, string> = {
  trackArguments: 'n',
  pageArguments: 'k',
  tagData: 's',
  source: 'd',
  isOn: 'g',
  attribute: 'j',
  server: 'n',
  seen: 'j',
  due: 'f',
  reloaded: 'T',
  cameFrom: 'm',
  sent: 'i',
  kept: 'o',
  wait: 'c',
  post: 'l',
  hitBody: 'j',
  response: 'n',
  flush: 'k',
  send: 't',
  entry: 'n',
  update: 'r',
  change: 'h',
  address: 'd',
  eventName: 'n',
  methodName: 'n',
  target: 'j',
  original: 'e',
  args: 'k',
};
