// Reads a certificate and its private key, and checks whether clients will trust them.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Failure } from '../lib/failure.ts';
import { sayFileFailure } from '../lib/file-failure.ts';
import { failed, type Trouble, warning } from '../lib/finding.ts';
import { fileFailures, doctorFindings as texts } from '../messages/findings.ts';

/**
 * Certificates for 90 days are renewed 30 days before their end, and those for six days two or three days before. With
 * less left, a renewal is late.
 */
const LATE_MS = 7 * 24 * 3_600_000;
const LATE_SHARE = 1 / 3;

const FILE_LIMIT = 1024 * 1024;
const MAX_NAMES_LENGTH = 200;

export interface CertificatePaths {
  certPath: string;
  keyPath: string;
}

/** The facts of a certificate that clients judge it by. */
interface Validity {
  /** Epoch milliseconds. */
  validFrom: number;
  validUntil: number;
  /** Its names and addresses, for people. */
  names: string;
  /** Whether it is for this host name, or for this address without brackets. */
  isFor(host: string): boolean;
}

export interface Certificate extends Validity {
  /** The parsed certificates, written anew: TLS reads PEM more strictly than the parsers. */
  cert: string;
  key: string;
}

/** Reads both files. Throws `invalid` when one of them is unusable, or they do not belong together. */
export async function readCertificate(paths: CertificatePaths): Promise<Certificate> {
  const { certPath, keyPath } = paths;
  const [leaf, ...issuers] = parseChain(await readPem(certPath), certPath);
  const privateKey = parseKey(await readPem(keyPath), keyPath);
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new Failure('invalid', () => texts.certificateMismatch(certPath, keyPath));
  }
  const cert = [leaf, ...issuers].join('');
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  requireUsable({ cert, key }, paths);
  return { ...readValidity(leaf), cert, key };
}

export function readValidity(leaf: X509Certificate): Validity {
  return {
    validFrom: Date.parse(leaf.validFrom),
    validUntil: Date.parse(leaf.validTo),
    names: (leaf.subjectAltName ?? leaf.subject).slice(0, MAX_NAMES_LENGTH),
    isFor: (host) => (isIP(host) ? leaf.checkIP(host) : leaf.checkHost(host)) !== undefined,
  };
}

/** Why clients do not trust the certificate for this base URL at `now` (epoch milliseconds), or soon will not. */
export function listDoubts(
  certificate: Validity,
  { baseUrl, now }: { baseUrl: string; now: number },
): Trouble[] {
  const { isFor, names, validFrom, validUntil } = certificate;
  const doubts: Trouble[] = [];
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const until = new Date(validUntil).toISOString();
  if (!isFor(host)) doubts.push(failed(() => texts.doubtsOtherHost(host, names)));
  if (now < validFrom) {
    const from = new Date(validFrom).toISOString();
    doubts.push(failed(() => texts.doubtsEarly(from)));
  }
  if (now > validUntil) doubts.push(failed(() => texts.doubtsExpired(until)));
  else if (endsSoon(certificate, now)) doubts.push(warning(() => texts.doubtsSoon(until)));
  return doubts;
}

/** Whether a certificate should have been renewed by `now`. All three are epoch milliseconds. */
function endsSoon(
  { validFrom, validUntil }: { validFrom: number; validUntil: number },
  now: number,
): boolean {
  return validUntil - now < Math.min(LATE_MS, (validUntil - validFrom) * LATE_SHARE);
}

async function readPem(path: string): Promise<string> {
  const file = await readFile(path).catch((error: unknown) => {
    const text = sayFileFailure(() => fileFailures.read(path), error);
    throw new Failure('invalid', text, { cause: error });
  });
  if (file.byteLength <= FILE_LIMIT) return file.toString('latin1').replace(/\r\n?/g, '\n');
  throw new Failure('invalid', () => texts.certificateLarge(path));
}

/** The certificates of the file, in order. Throws `invalid` when there is none, or one is damaged. */
function parseChain(pem: string, path: string): [X509Certificate, ...X509Certificate[]] {
  const blocks = pem.split(/(?=-----BEGIN )/).filter((block) => block.startsWith('-----BEGIN '));
  let cause: unknown;
  try {
    const [leaf, ...issuers] = blocks.map((block) => new X509Certificate(block));
    if (leaf !== undefined) return [leaf, ...issuers];
  } catch (error) {
    cause = error;
  }
  throw new Failure('invalid', () => texts.certificateBroken(path), { cause });
}

/** The key. Other parts, such as the parameters of its curve, may stand before and after it. */
const KEY_BLOCK = /-----BEGIN ((?:[A-Z]+ )*PRIVATE KEY)-----.*?-----END \1-----/s;

function parseKey(pem: string, path: string): KeyObject {
  try {
    return createPrivateKey(KEY_BLOCK.exec(pem)?.[0] ?? '');
  } catch {
    // The cause may quote the key, so it is left out.
    throw new Failure('invalid', () => texts.certificateKeyBroken(path));
  }
}

/** Throws `invalid` for a pair that TLS refuses, such as a key of a rare kind: the service would not start with it. */
function requireUsable(pair: { cert: string; key: string }, paths: CertificatePaths): void {
  try {
    createSecureContext(pair);
  } catch {
    throw new Failure('invalid', () => texts.certificateRefused(paths.certPath, paths.keyPath));
  }
}
