// Content that a site shows from files or uploads: its logo, and its rules and privacy notice as Markdown.

import { contentDigest, sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Logo, SiteDocument } from '../../platform/lib/site-facts.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { decodeText } from '../../platform/lib/text-file.ts';
import { siteFailures as failures } from './messages.ts';

export const MAX_LOGO_SIZE = 64 * 1024;
export const MAX_DOCUMENT_LENGTH = 64 * 1024;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** SVG content that a logo does not need. The policy that it is served with forbids it anyway. */
const ACTIVE: readonly (readonly [RegExp, keyof typeof failures.active])[] = [
  [/<(?:[\w-]+:)?script\b/i, 'script'],
  [/<!(?:ENTITY|DOCTYPE[^>[]*\[)/i, 'entity'],
  [/<(?:[\w-]+:)?(?:foreignObject|iframe|embed|object)\b/i, 'document'],
  [/[\s"'/]on[a-z]+\s*=/i, 'handler'],
  [/(?:href|src)\s*=(?!\s*["']?\s*(?:#|data:image\/(?:png|jpeg|webp)[;,]))/i, 'link'],
  [/@import|url\((?!\s*["']?\s*(?:#|data:))/i, 'link'],
];

/** Reads a logo and detects its type from the content. Throws `invalid` with a sentence that begins with `label`. */
export function readLogo(bytes: Uint8Array, label = failures.labels.logo): Logo {
  refuseLarge(bytes, MAX_LOGO_SIZE, label);
  const kind = findKind(bytes, label);
  // Copies the bytes, since they may be part of a larger buffer.
  return { ...kind, digest: contentDigest(bytes), bytes: new Uint8Array(bytes) };
}

function findKind(bytes: Uint8Array, label: string): Pick<Logo, 'type' | 'extension'> {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  const isPng = PNG.every((byte, index) => bytes[index] === byte);
  if (isPng) return { type: 'image/png', extension: 'png' };
  const isWebp = ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP';
  if (isWebp) return { type: 'image/webp', extension: 'webp' };
  const decoded = decodeText(bytes);
  const text = 'text' in decoded ? decoded.text : '';
  if (!isSvg(text)) throw new Failure('invalid', () => failures.noPicture(label));
  const [, found] = ACTIVE.find(([pattern]) => pattern.test(text)) ?? [];
  if (found === undefined) return { type: 'image/svg+xml', extension: 'svg' };
  throw new Failure('invalid', () => failures.activePicture(label, failures.active[found]));
}

function isSvg(text: string): boolean {
  const start = text.replace(/^(?:\s|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)+/, '');
  return /^<(?:[\w-]+:)?svg[\s>]/.test(start);
}

/** Reads Markdown; `undefined` if it has no words. Throws `invalid` with a sentence that begins with `label`. */
export function readDocument(given: Uint8Array | string, label: string): SiteDocument | undefined {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  refuseLarge(bytes, MAX_DOCUMENT_LENGTH, label);
  const decoded = decodeText(bytes);
  if ('brokenLine' in decoded) {
    throw new Failure('invalid', () => failures.noText(label, decoded.brokenLine));
  }
  const text = decoded.text.replace(/\r\n?/g, '\n').trim();
  return text === '' ? undefined : { text, version: sha256Hex(text).slice(0, 10) };
}

function refuseLarge({ length }: Uint8Array, most: number, label: string): void {
  if (length <= most) return;
  throw new Failure('invalid', () => failures.large(label, length, most, formatBytes(most)));
}
