// A passkey in software. It answers as browsers do, and can also lie, be copied, or skip the check of its user.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** The types of CBOR that a passkey needs. */
type Cbor = number | string | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.of((major << 5) | size);
  if (size < 256) return Buffer.of((major << 5) | 24, size);
  return Buffer.of((major << 5) | 25, size >> 8, size & 255);
}

function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(encodeCbor)]);
}

export interface Answering {
  origin: string;
  rpId: string;
  isUserVerified?: boolean;
  /** The value of the counter; by default the next one. */
  counter?: number;
  userHandle?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW = 0x40;

/** A new passkey with keys of ES256. */
export function createSoftPasskey({ idBytes = 16, keyPadding = 0, counts = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(idBytes);
  let counter = 0;
  let userHandle: string | undefined;

  function describe(kind: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) {
    return Buffer.from(JSON.stringify({ type: kind, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(given: Answering, flags: number, rest = Buffer.alloc(0)): Buffer {
    counter = given.counter ?? (counts ? counter + 1 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const verified = given.isUserVerified === false ? 0 : VERIFIED;
    const bits = Buffer.of(flags | PRESENT | verified);
    return Buffer.concat([sha256(given.rpId), bits, count, rest]);
  }

  const answer = (response: Readonly<Record<string, unknown>>) => {
    const name = id.toString('base64url');
    return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response };
  };

  return {
    id: id.toString('base64url'),
    create(
      options: { challenge: string; user: { id: string } },
      given: Answering & { statement?: { fmt: string; attStmt: ReadonlyMap<string, Cbor> } },
    ) {
      userHandle = options.user.id;
      const length = Buffer.of(id.length >> 8, id.length & 255);
      const padding = keyPadding === 0 ? [] : [[-9, Buffer.alloc(keyPadding)] as const];
      const key = new Map([...coseOf(publicKey), ...padding]);
      const rest = Buffer.concat([Buffer.alloc(16), length, id, encodeCbor(key)]);
      const { fmt, attStmt } = given.statement ?? { fmt: 'none', attStmt: new Map() };
      const authData = authenticatorData(given, NEW, rest);
      const object = new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]);
      const client = describe('webauthn.create', options.challenge, given.origin);
      return answer({
        clientDataJSON: client.toString('base64url'),
        attestationObject: encodeCbor(object).toString('base64url'),
        transports: ['internal', 'hybrid'],
      });
    },
    use(options: { challenge: string }, given: Answering) {
      const client = describe('webauthn.get', options.challenge, given.origin);
      const data = authenticatorData(given, 0);
      const signed = Buffer.concat([data, sha256(client)]);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: given.userHandle ?? userHandle,
      });
    },
  };
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>;

function coseOf(key: KeyObject): ReadonlyMap<number, Cbor> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}
