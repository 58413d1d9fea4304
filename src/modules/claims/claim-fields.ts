// The fields that operators fill in about claimed servers. Forms, pages, commands, the API and docs follow from it.

import { type TSchema, Type } from '@sinclair/typebox';
import { requireCountry } from '../../platform/input/country.ts';
import { isVisibleText } from '../../platform/lib/colour-codes.ts';
import { listLanguageCodes } from '../../platform/lib/country-name.ts';
import { aboutField, Failure, throwTogether } from '../../platform/lib/failure.ts';
import { cleanLines, countCharacters, quote } from '../../platform/lib/text.ts';
import { labels } from '../../platform/messages/messages.ts';
import { claimFailures, operatorMessages } from './messages.ts';

const MAX_DESCRIPTION_LENGTH = 500;
const MAX_LINKS = 5;
const MAX_LINK_LENGTH = 200;
const MAX_TAGS_OF_SERVER = 5;

const BETWEEN_TAGS = /[\s,]+/;
const EMPTY_LINES = /\n{3,}/g;

/** A text or a list; `null` if the operator chose nothing. */
type Value = string | readonly string[] | null;

/** How a field is typed and shown. Forms start with the lowest number, tables of commands with the highest. */
const KINDS = { text: 0, links: 1, tags: 2, country: 3, language: 3 } as const;

interface ClaimField {
  kind: keyof typeof KINDS;
  label(): string;
  hint?(): string;
  /** A text area, for texts longer than a line. */
  area?: { rows: number };
  /** Returns the value to store; an empty one for an empty text. Throws `invalid`. */
  parse(text: string, choosableTags: readonly string[]): Value;
  /** Returns a text to offer in place of a refused one. */
  correct?(text: string): string;
  /** Schema and example for the API; left out if programs get the field elsewhere. */
  api?: readonly [schema: TSchema, example: Value];
}

const { own } = operatorMessages;

/** Fields in the order of the API. A name is the column, the form field, and the key in the API. */
export const CLAIM_FIELDS = {
  description: {
    kind: 'text',
    label: () => labels.description,
    hint: () => own.descriptionHint(MAX_DESCRIPTION_LENGTH),
    area: { rows: 6 },
    parse: parseDescription,
    api: [
      Type.String({ description: 'Written by its operator; empty for unclaimed servers.' }),
      'Build what you like.',
    ],
  },
  tags: {
    kind: 'tags',
    label: () => labels.tags,
    hint: () => own.tagsHint(MAX_TAGS_OF_SERVER),
    parse: parseTags,
    api: [Type.Array(Type.String()), ['freebuild']],
  },
  country: {
    kind: 'country',
    label: () => labels.country,
    parse: (text: string) => (text.trim() === '' ? null : requireCountry(text)),
  },
  language: {
    kind: 'language',
    label: () => labels.language,
    parse: (text: string) => (text.trim() === '' ? null : requireLanguage(text)),
    api: [
      Type.Union([Type.String(), Type.Null()], {
        description: 'ISO 639-1 code of the language spoken there; null if unknown.',
      }),
      'en',
    ],
  },
  links: {
    kind: 'links',
    label: () => labels.links,
    hint: () => own.linksHint(MAX_LINKS),
    area: { rows: 4 },
    parse: parseLinks,
    correct: offerHttps,
    api: [
      Type.Array(Type.String(), { description: 'Links set by its operator, all with https.' }),
      ['https://play.example.net/rules/'],
    ],
  },
} satisfies Readonly<Record<string, ClaimField>>;

export type ClaimFieldName = keyof typeof CLAIM_FIELDS;

/** An operator's texts about a server. Countries are two capital letters, languages are ISO 639-1 codes. */
export type ClaimTexts = {
  [Name in ClaimFieldName]: ReturnType<(typeof CLAIM_FIELDS)[Name]['parse']>;
};
/** The texts as typed. Lists have a line break or a space between items; empty for nothing. */
export type TypedTexts = Record<ClaimFieldName, string>;

/** Finds a field by its name, typed with the properties that only some fields have. */
export const claimField = (name: ClaimFieldName): ClaimField => CLAIM_FIELDS[name];

const NAMES = Object.keys(CLAIM_FIELDS) as ClaimFieldName[];
const placeOf = (name: ClaimFieldName) => KINDS[CLAIM_FIELDS[name].kind];

/** Field names in the order of forms: long texts first. */
export const CLAIM_FIELD_NAMES = NAMES.toSorted((one, other) => placeOf(one) - placeOf(other));

/** The columns of commands: short texts first. */
export const CLAIM_COLUMNS = NAMES.toSorted((one, other) => placeOf(other) - placeOf(one)).map(
  (name) =>
    [
      name.toUpperCase(),
      (claim: ClaimTexts) => formatClaimText(claim[name]).replaceAll('\n', ' '),
    ] as const,
);

/** Formats a value as the text that parses to it again; empty for nothing. */
export function formatClaimText(value: Value): string {
  return typeof value === 'string' ? value : (value ?? []).join('\n');
}

/**
 * Parses typed texts into the values to store. Allows only the tags that can be chosen. Throws `invalid` with
 * everything that is wrong with the texts.
 */
export function parseClaimTexts(
  typed: Partial<TypedTexts>,
  choosableTags: readonly string[],
): Partial<ClaimTexts> {
  const failures: Failure[] = [];
  const texts: Record<string, Value> = {};
  for (const name of CLAIM_FIELD_NAMES) {
    const text = typed[name];
    if (text === undefined) continue;
    try {
      texts[name] = aboutField(name, () => CLAIM_FIELDS[name].parse(text, choosableTags));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  throwTogether(failures);
  return texts as Partial<ClaimTexts>;
}

/** The fields in the API: their schemas, an example, and the values of a server, claimed or not. */
export const claimApi = createClaimApi();

function createClaimApi() {
  const fields = NAMES.flatMap((name) => {
    const { api, parse } = claimField(name);
    if (api === undefined) return [];
    const [schema, example] = api;
    return [{ name, schema, example, empty: parse('', []) }];
  });
  const byName = <Part>(partOf: (field: (typeof fields)[number]) => Part) =>
    Object.fromEntries(fields.map((field) => [field.name, partOf(field)]));
  return {
    schemas: byName(({ schema }) => schema),
    example: byName(({ example }) => example),
    describe: (claim: ClaimTexts | undefined): Record<string, Value> =>
      byName(({ name, empty }) => claim?.[name] ?? empty),
  };
}

function parseDescription(text: string): string {
  const cleaned = cleanLines(text).replace(EMPTY_LINES, '\n\n');
  const length = countCharacters(cleaned);
  if (length > MAX_DESCRIPTION_LENGTH) {
    throw invalid(claimFailures.texts.description(length, MAX_DESCRIPTION_LENGTH));
  }
  return isVisibleText(cleaned) ? cleaned : '';
}

function parseLinks(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const links = new Set(lines.filter((line) => line !== '').map(parseLink));
  if (links.size > MAX_LINKS) throw invalid(claimFailures.texts.links(links.size, MAX_LINKS));
  return [...links];
}

/** Parses an https address whose host has a dot; `undefined` for anything else. */
function findLink(text: string): URL | undefined {
  const url = URL.parse(text);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain && url.hostname.includes('.') ? url : undefined;
}

/** Adds https to typed links that lack it, if that makes them valid. */
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
  if (url.href.length > MAX_LINK_LENGTH) {
    throw invalid(claimFailures.texts.longLink(quote(text), MAX_LINK_LENGTH));
  }
  return url.href;
}

function parseTags(text: string, choosable: readonly string[]): string[] {
  const words = text.toLowerCase().split(BETWEEN_TAGS);
  const tags = new Set(words.filter((word) => word !== ''));
  if (tags.size > MAX_TAGS_OF_SERVER) {
    throw invalid(claimFailures.texts.tags(tags.size, MAX_TAGS_OF_SERVER));
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

function invalid(sentence: string): Failure {
  return new Failure('invalid', sentence);
}
