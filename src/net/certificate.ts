// Reads a certificate and its private key, and checks whether clients will trust them.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Failure } from '../lib/failure.ts';
import { describeFileFailure } from '../lib/file-failure.ts';

const DAY_MS = 24 * 3_600_000;
/** Certificates for 90 days are renewed with 30 left, those for six days with two or three: by then it is late. */
const SOON_MS = 7 * DAY_MS;
const SOON_SHARE = 1 / 3;
const FILE_LIMIT = 1024 * 1024;

export interface CertificatePaths {
  certPath: string;
  keyPath: string;
}

export interface Certificate {
  cert: string;
  key: string;
  /** Epoch milliseconds. */
  validFrom: number;
  validUntil: number;
  /** Whether it is issued for this host name, or address without brackets. */
  isFor(host: string): boolean;
}

/** Reads both files. Throws `invalid` when one of them cannot be used, or they do not belong together. */
export async function readCertificate(paths: CertificatePaths): Promise<Certificate> {
  const { certPath, keyPath } = paths;
  const [cert, key] = [await readPem(certPath), await readPem(keyPath)];
  const leaf = parseChain(cert, certPath);
  if (!leaf.checkPrivateKey(parseKey(key, keyPath))) {
    const message = `The private key in ${keyPath} does not belong to the first certificate in ${certPath}. Use the two files that were issued together.`;
    throw new Failure('invalid', message);
  }
  return {
    cert,
    key,
    validFrom: Date.parse(leaf.validFrom),
    validUntil: Date.parse(leaf.validTo),
    isFor: (host) => (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)) !== undefined,
  };
}

/** Why clients will not trust it for this base URL at `now`, epoch milliseconds; a sentence for each reason. */
export function listDoubts(
  { isFor, validFrom, validUntil }: Certificate,
  { baseUrl, now }: { baseUrl: string; now: number },
): string[] {
  const doubts: string[] = [];
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const until = new Date(validUntil).toISOString();
  if (!isFor(host)) {
    doubts.push(`The certificate is not for ${host}, the host of the base URL.`);
  }
  if (now < validFrom) {
    doubts.push(`The certificate is not valid before ${new Date(validFrom).toISOString()}.`);
  }
  if (now > validUntil) doubts.push(`The certificate expired at ${until}. Renew it.`);
  else if (validUntil - now < Math.min(SOON_MS, (validUntil - validFrom) * SOON_SHARE)) {
    doubts.push(`The certificate expires at ${until}. Check why it was not renewed.`);
  }
  return doubts;
}

async function readPem(path: string): Promise<string> {
  const file = await readFile(path).catch((error: unknown) => {
    const sentence = describeFileFailure(`${path} cannot be read`, error);
    throw new Failure('invalid', sentence, { cause: error });
  });
  if (file.byteLength <= FILE_LIMIT) return file.toString('latin1');
  throw new Failure('invalid', `${path} is not a PEM file: it is larger than 1 MiB.`);
}

/** The first certificate of the chain. Throws `invalid` when any of them is damaged. */
function parseChain(pem: string, path: string): X509Certificate {
  const blocks = pem.split(/(?=-----BEGIN )/).filter((block) => block.startsWith('-----BEGIN '));
  let cause: unknown;
  try {
    const [leaf] = blocks.map((block) => new X509Certificate(block));
    if (leaf !== undefined) return leaf;
  } catch (error) {
    cause = error;
  }
  const message = `${path} is not a complete certificate in PEM form. It has to contain blocks that begin with -----BEGIN CERTIFICATE-----, the one of the service first, and nothing else.`;
  throw new Failure('invalid', message, { cause });
}

function parseKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    // Without the cause, which may quote the key.
    const message = `${path} is not a complete private key in PEM form, or has a passphrase. Use one that begins with -----BEGIN PRIVATE KEY-----.`;
    throw new Failure('invalid', message);
  }
}
