/**
 * Warns on standard error if a command prints or sends links, but the server's BASE_URL is not set.
 * @param what names the text that contains the address, for example `The snippet`.
 * @param then how to get the right address afterwards.
 */
export function warnWithoutBaseUrl(what: string, baseUrl: string, then = 'run the command again'): void {
  if (process.env.BASE_URL) return;
  process.stderr.write(
    `Warning: BASE_URL is not set. ${what} points to ${baseUrl}, which only this machine can reach. ` +
      'Set BASE_URL to the same value as for the server (in the environment or in .env), ' +
      `and ${then}.\n`,
  );
}
