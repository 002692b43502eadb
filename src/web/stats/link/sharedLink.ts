/** The token of the shared link in the address of the page, `/s/TRACKING_ID/TOKEN`; null without one. */
export const linkToken = location.pathname.split('/')[3] || null;

const KEY = `footfall:link:${linkToken}`;

/** The proof that the password was given. Storage may be unavailable in a frame of another website. */
let grant = '';
try {
  grant = sessionStorage.getItem(KEY) ?? '';
} catch {
  // The password is then asked for again after a reload.
}

/** Keeps the proof that the password was given, for further requests of this tab. */
export function keepGrant(given: string): void {
  grant = given;
  try {
    sessionStorage.setItem(KEY, given);
  } catch {
    // As above.
  }
}

/** The headers with which each request identifies the shared link. Cookies have no effect beside them. */
export function linkHeaders(): Record<string, string> {
  if (!linkToken) return {};
  return { 'Footfall-Link': linkToken, ...(grant && { 'Footfall-Link-Grant': grant }) };
}
