/**
 * Warns on standard error where a command prints or sends links, and lacks the BASE_URL that the server has.
 * @param what names what has the address in it: `The snippet`.
 */
export function warnWithoutBaseUrl(what: string, baseUrl: string): void {
  if (process.env.BASE_URL) return;
  process.stderr.write(
    `Warning: BASE_URL is not set. ${what} leads to ${baseUrl}, which only this machine reaches. ` +
      "Set BASE_URL as it is in the server's environment (or put it into .env), and run the command again.\n",
  );
}
