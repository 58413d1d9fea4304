// Reads the texts that operators type about their claimed servers, and the list of tags that they choose from.

import { isVisibleText } from '../../platform/lib/colour-codes.ts';
import { listLanguageCodes } from '../../platform/lib/country-name.ts';
import { aboutField, Failure, throwTogether } from '../../platform/lib/failure.ts';
import { cleanLines, countCharacters } from '../../platform/lib/text.ts';
import { quote, requireCountry } from '../registry/index.ts';
import type { ClaimTexts, TagChange } from './claim-ports.ts';
import { claimFailures } from './messages.ts';

export const CLAIM_LIMITS = { description: 500, links: 5, linkLength: 200, tags: 5 } as const;

/** The tags of a new site. Administrators add to them, and take some off. */
const DEFAULT_TAGS = [
  ...['adventure', 'building', 'community', 'creative', 'ctf', 'events', 'freebuild', 'lava'],
  ...['minigames', 'parkour', 'pvp', 'roleplay', 'spleef', 'survival', 'tnt', 'zombie'],
];
/** Operators see all of them at once. */
export const MOST_TAGS = 50;

const TAG = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,18}[\p{L}\p{N}])$/u;
const BETWEEN_TAGS = /[\s,]+/;
const EMPTY_LINES = /\n{3,}/g;

export interface TypedTexts {
  description: string;
  /** One on each line. */
  links: string;
  /** With spaces or commas between them. */
  tags: string;
  /** Two letters; empty for the country of the address. */
  country: string;
  /** Two letters; empty where the operator does not say. */
  language: string;
}

/**
 * The texts that were typed, as they are kept, with tags only of those that can be chosen. Throws `invalid` with
 * everything that is wrong with them.
 */
export function parseClaimTexts(
  typed: Partial<TypedTexts>,
  choosable: readonly string[],
): Partial<ClaimTexts> {
  const failures: Failure[] = [];
  const texts: Partial<ClaimTexts> = {};
  function read<Field extends keyof TypedTexts>(
    field: Field,
    parse: (text: string) => ClaimTexts[Field],
  ): void {
    const text = typed[field];
    if (text === undefined) return;
    try {
      texts[field] = aboutField(field, () => parse(text));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  read('description', parseDescription);
  read('links', parseLinks);
  read('tags', (text) => parseTags(text, choosable));
  read('country', (text) => (text.trim() === '' ? null : requireCountry(text)));
  read('language', (text) => (text.trim() === '' ? null : requireLanguage(text)));
  throwTogether(failures);
  return texts;
}

function parseDescription(text: string): string {
  const cleaned = cleanLines(text).replace(EMPTY_LINES, '\n\n');
  const length = countCharacters(cleaned);
  if (length > CLAIM_LIMITS.description) {
    throw invalid(claimFailures.texts.description(length, CLAIM_LIMITS.description));
  }
  return isVisibleText(cleaned) ? cleaned : '';
}

function parseLinks(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const links = new Set(lines.filter((line) => line !== '').map(parseLink));
  if (links.size > CLAIM_LIMITS.links) {
    throw invalid(claimFailures.texts.links(links.size, CLAIM_LIMITS.links));
  }
  return [...links];
}

/** `undefined` for everything but an address with https and a host that has a dot. */
function findLink(text: string): URL | undefined {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && url.hostname.includes('.') ? url : undefined;
}

/** Typed links, where those without https have it now if that makes them links. */
export function offerHttps(links: string): string {
  return links.replace(/\S.*/g, (line) => {
    const better = `https://${line.trim().replace(/^(?:http:)?\/\//i, '')}`;
    return findLink(line) === undefined && findLink(better) !== undefined ? better : line;
  });
}

function parseLink(text: string): string {
  const url = findLink(text);
  if (url === undefined) {
    const better = offerHttps(text);
    const { link, noHttps } = claimFailures.texts;
    throw invalid(better === text ? link(quote(text)) : noHttps(quote(text), quote(better)));
  }
  if (url.href.length > CLAIM_LIMITS.linkLength) {
    throw invalid(claimFailures.texts.longLink(quote(text), CLAIM_LIMITS.linkLength));
  }
  return url.href;
}

function parseTags(text: string, choosable: readonly string[]): string[] {
  const words = text.toLowerCase().split(BETWEEN_TAGS);
  const tags = new Set(words.filter((word) => word !== ''));
  if (tags.size > CLAIM_LIMITS.tags) {
    throw invalid(claimFailures.texts.tags(tags.size, CLAIM_LIMITS.tags));
  }
  for (const tag of tags) {
    if (!choosable.includes(tag)) throw invalid(claimFailures.texts.noTag(quote(tag)));
  }
  return [...tags];
}

function requireLanguage(text: string): string {
  const language = text.trim().toLowerCase();
  if (listLanguageCodes().includes(language)) return language;
  throw invalid(claimFailures.texts.language(quote(text)));
}

/** A tag for the list. Throws `invalid`. */
export function requireTag(text: string): string {
  const tag = text.trim().toLowerCase();
  if (TAG.test(tag)) return tag;
  throw invalid(claimFailures.texts.tag(quote(text)));
}

/** The list that operators choose from, A to Z; `addedAt` is 0 for those of a new site. */
export function listTags(changes: readonly TagChange[]): { tag: string; addedAt: number }[] {
  const tags = new Map(DEFAULT_TAGS.map((tag) => [tag, 0]));
  for (const { tag, isOffered, changedAt } of changes) {
    if (isOffered) tags.set(tag, changedAt);
    else tags.delete(tag);
  }
  return [...tags]
    .map(([tag, addedAt]) => ({ tag, addedAt }))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}

function invalid(sentence: string): Failure {
  return new Failure('invalid', sentence);
}
