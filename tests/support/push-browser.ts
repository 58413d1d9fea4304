// A browser that gets notifications: its keys, and what it reads of a message (RFC 8291).

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';

export interface PushedRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

export interface PushBrowser {
  /** As the page sends them. */
  fields: { endpoint: string; browserKey: string; authSecret: string };
  /** The text of a message that was encrypted for it. Throws where it was not. */
  read(body: string | Uint8Array): string;
}

export function createPushBrowser(endpoint: string): PushBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    fields: {
      endpoint,
      browserKey: own.getPublicKey('base64url'),
      authSecret: auth.toString('base64url'),
    },
    read(body) {
      const bytes = Buffer.from(body);
      const salt = bytes.subarray(0, 16);
      const keyEnd = 21 + bytes.readUInt8(20);
      const sender = bytes.subarray(21, keyEnd);
      const shared = own.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive('aes128gcm', 16),
        derive('nonce', 12),
      );
      decipher.setAuthTag(bytes.subarray(-16));
      const padded = Buffer.concat([
        decipher.update(bytes.subarray(keyEnd, -16)),
        decipher.final(),
      ]);
      // The last record ends in a 2 before its padding.
      return padded.subarray(0, padded.lastIndexOf(2)).toString();
    },
  };
}

/** What the site says of itself in `Authorization`, once its signature was checked with the key beside it. */
export function readVapid(authorization: string): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey,
    format: 'jwk',
  });
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url'))) {
    throw new Error('The signature is not of this key.');
  }
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
