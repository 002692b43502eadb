/**
 * Warns on standard error if a command prints or sends links, but the server's BASE_URL is not set.
 * @param what names the text that contains the address, for example `The snippet`.
 */
export function warnWithoutBaseUrl(what: string, baseUrl: string): void {
  if (process.env.BASE_URL) return;
  process.stderr.write(
    `Warning: BASE_URL is not set. ${what} leads to ${baseUrl}, which only this machine reaches. ` +
      "Set BASE_URL as it is in the server's environment (or put it into .env), and run the command again.\n",
  );
}
