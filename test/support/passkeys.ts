import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

/** What a software authenticator does differently from a correct one. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether it verified the person, with a PIN or a fingerprint. True by default. */
  verified?: boolean;
  /** The signature counter. 0 by default, as of synchronized passkeys. */
  counter?: number;
  /** Changes the signature. */
  forged?: boolean;
}

/** A passkey in software, for one relying party. */
export function newPasskey(defaultOrigin = 'https://stats.example.com') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]),
  );
  const clientData = (type: string, options: string, { challenge, origin = defaultOrigin }: Deviation) =>
    JSON.stringify({
      type,
      challenge: challenge ?? JSON.parse(options).challenge,
      origin,
      crossOrigin: false,
    });
  const head = (
    { rpId = new URL(defaultOrigin).hostname, verified = true, counter = 0 }: Deviation,
    extra: number,
  ) => {
    const numbers = Buffer.alloc(5);
    numbers.writeUInt8(1 | (verified ? 4 : 0) | extra, 0);
    numbers.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), numbers]);
  };
  const answer = (response: object) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  return {
    id: base64url(id),
    /** Answers the options of a registration. */
    register(options: string, deviation: Deviation = {}): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([head(deviation, 0x40), Buffer.alloc(16), length, id, cose]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(authData)],
        ]),
      );
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options, deviation)),
        attestationObject: base64url(attestation),
        transports: ['internal', 'hybrid'],
      });
    },
    /** Answers the options of a login. */
    logIn(options: string, deviation: Deviation = {}): string {
      const authData = head(deviation, 0);
      const json = clientData('webauthn.get', options, deviation);
      const signature = sign('sha256', Buffer.concat([authData, sha256(json)]), privateKey);
      if (deviation.forged) signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1);
      return answer({
        clientDataJSON: base64url(json),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
      });
    },
  };
}
