// Makes certificates for tests: self-signed, with a new key each, for the names and the time asked for.

import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** What a certificate says. */
export interface CertificateWish {
  /** Host names and IPv4 addresses that it is made out for. */
  names?: readonly string[];
  validFrom?: Date;
  validUntil?: Date;
  /** Encrypts the key. */
  passphrase?: string;
  /** The curve of the key. */
  namedCurve?: string;
}

/** PEM texts. */
export interface MadeCertificate {
  cert: string;
  key: string;
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';

/** The bytes of one ASN.1 value. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (...bytes: number[]) => der(0x02, Buffer.from(bytes));

function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  // Years before 2050 have two digits, in a type of their own.
  return text < '2050' ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text));
}

function altName(name: string): Buffer {
  return isIPv4(name)
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name));
}

/** Makes one; without a wish it is for localhost and 127.0.0.1, from 2020 to 2120. */
export function makeCertificate({
  names = ['localhost', '127.0.0.1'],
  validFrom = new Date('2020-01-01T00:00:00Z'),
  validUntil = new Date('2120-01-01T00:00:00Z'),
  passphrase,
  namedCurve = 'prime256v1',
}: CertificateWish = {}): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(
    der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from(names[0] ?? '')))),
  );
  const extension = sequence(
    oid(SUBJECT_ALT_NAME),
    der(0x04, sequence(...names.map((one) => altName(one)))),
  );
  const toSign = sequence(
    der(0xa0, integer(2)),
    integer(1, ...crypto.getRandomValues(new Uint8Array(8))),
    algorithm,
    name,
    sequence(time(validFrom), time(validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = sign('sha256', toSign, privateKey);
  const whole = sequence(toSign, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = (whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  const secret = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem', ...secret }).toString(),
  };
}

/** A certificate for localhost that nobody signed, and its key. */
export const { cert: TEST_CERTIFICATE, key: TEST_KEY } = makeCertificate();
