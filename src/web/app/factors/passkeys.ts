/** Whether this browser can use passkeys here: with HTTPS or on localhost, and not at an IP address. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^(?:[\d.]+|\[.*)$/.test(location.hostname);

/**
 * Asks the person to create or to use a passkey.
 * @param options of the server, as JSON.
 * @returns the answer for the server, as JSON.
 * @throws if the person cancels, or there is no suitable passkey.
 */
export async function askForPasskey(action: 'create' | 'use', options: string): Promise<string> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = JSON.parse(options);
  return JSON.stringify(
    await (action === 'create' ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON })),
  );
}
