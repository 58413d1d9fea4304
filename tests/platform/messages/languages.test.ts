// Every language says everything that English says, about the same values. What is missing does not compile
// either: each file is typed by the English one beside it.

import { describe, expect, test } from 'bun:test';
import { listMessages } from '../../../src/modules/list/messages.ts';
import { moderationFailures } from '../../../src/modules/moderation/messages.ts';
import { securityMessages } from '../../../src/modules/two-factor/messages.ts';
import * as de from '../../../src/platform/messages/formats.de.ts';
import * as en from '../../../src/platform/messages/formats.en.ts';
import {
  currentLanguage,
  inLanguage,
  LANGUAGES,
  type Language,
} from '../../../src/platform/messages/language.ts';
import { labels, messages } from '../../../src/platform/messages/messages.ts';
import { readCatalogue } from '../../support/catalogue.ts';
import { type Leaf, leavesOf, textsOf } from '../../support/leaves.ts';

const CATALOGUES: Record<Language, object> = {
  en: await readCatalogue('en'),
  de: await readCatalogue('de'),
};
const FORMATS = { en, de };
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** Values for functions that take no numbers or texts. */
const SPECIAL: Readonly<Record<string, readonly unknown[][]>> = {
  'historyMessages.title': [['24h'], ['7d'], ['90d']],
  'historyMessages.nothing': [['24h'], ['7d'], ['90d']],
  'historyMessages.describe': [[{ min: 1, max: 71, now: 7 }], [{ min: 72, max: 72, now: 7 }]],
  'rankingMessages.rules': [[{ days: 71, halfLifeDays: 72, firstStep: 73, uncapped: 74 }, '75|76']],
  'serverAdminMessages.filter.addSubmit': [[['q', 'w7']]],
  'doctorFindings.mailMissing': [['example7.net', ['spf', 'dmarc', 'dkim']]],
  'sharedDeviceMessages.crowd': [
    [{ kind: 'browser', others: 71, suspended: 2 }],
    [{ kind: 'address', others: 72, suspended: 3 }],
  ],
  'accountFailures.login.suspended': [
    [null, ''],
    ['2031-02-03', 'Griefing'],
  ],
};

const BROKEN = /undefined|NaN|\[object/;

const isFunction = (leaf: Leaf) => typeof leaf === 'function';

/** What a function says for several values: few and many, texts and numbers. */
function callsOf(path: string, count: number): readonly unknown[][] {
  const special = SPECIAL[path];
  if (special !== undefined) return special;
  const numbers = Array.from({ length: count }, (_, index) => 7_101 + 11 * index);
  const ones = numbers.map(() => 1);
  return [numbers, numbers.map((number) => `V${number}`), ones, numbers.map(() => 0)];
}

function say(leaf: Leaf, values: readonly unknown[]): string | undefined {
  try {
    const said = (leaf as (...all: unknown[]) => unknown)(...values);
    return typeof said === 'string' ? said : JSON.stringify(said);
  } catch {
    // It takes only numbers, or only texts.
    return undefined;
  }
}

/** The numbers in a text, however their thousands are separated, and names that no language translates. */
function factsIn(text: string): string[] {
  const plain = text.replace(/(?<=\d)[.,](?=\d{3}\b)/g, '');
  const facts = plain.match(
    /\d+|\{\w+\}|https?:\/\/[\w./]+|MUSTER_\w+|\b[a-z]+_[a-z_]+\b|public=\w+/g,
  );
  return [...new Set(facts ?? [])].sort();
}

describe.each(OTHERS)('in %s', (language) => {
  const said = new Map(leavesOf(CATALOGUES[language]));
  const english = leavesOf(CATALOGUES.en);

  test('nothing is missing, and nothing is left over', () => {
    expect([...said.keys()].sort()).toEqual(english.map(([path]) => path).sort());
  });

  test('no text is empty, and each is of the same kind', () => {
    for (const [path, leaf] of english) {
      const other = said.get(path);
      expect([path, typeof other]).toEqual([path, typeof leaf]);
      if (typeof other === 'string') expect(`${path}: ${other.trim()}`).not.toBe(`${path}: `);
      if (Array.isArray(leaf)) expect([path, other?.length]).toEqual([path, leaf.length]);
      if (isFunction(leaf)) expect([path, other?.length]).toEqual([path, leaf.length]);
    }
  });

  test('every text has the same numbers, placeholders, settings and addresses', () => {
    for (const [path, leaf] of english) {
      const other = said.get(path);
      if (typeof leaf !== 'string' || typeof other !== 'string') continue;
      expect([path, factsIn(other)]).toEqual([path, factsIn(leaf)]);
    }
  });

  test('every sentence with values shows the same ones', () => {
    const compared = new Set<string>();
    const functions = english.filter(
      ([path, leaf]) => isFunction(leaf) && !path.startsWith('formats.'),
    );
    for (const [path, leaf] of functions) {
      const other = said.get(path) ?? '';
      for (const values of callsOf(path, leaf.length)) {
        const [meant, told] = [say(leaf, values), say(other, values)];
        // Some take only numbers, or only texts.
        if (meant === undefined || told === undefined || BROKEN.test(meant)) continue;
        compared.add(path);
        expect([path, ...factsIn(told)]).toEqual([path, ...factsIn(meant)]);
        expect(told).not.toMatch(BROKEN);
      }
    }
    expect(functions.map(([path]) => path).filter((path) => !compared.has(path))).toEqual([]);
    expect(compared.size).toBeGreaterThan(150);
  });

  test('no sentence was left in English', () => {
    const kept = new Set(textsOf(CATALOGUES.en).filter((text) => /\w+ \w+ \w+/.test(text)));
    const same = textsOf(CATALOGUES[language]).filter((text) => kept.has(text));
    expect(same).toEqual([]);
  });
});

describe('the language of what is done', () => {
  test('is English unless another is chosen, and that one until the end', async () => {
    expect([currentLanguage(), messages.logIn]).toEqual(['en', 'Log in']);
    const group = labels;
    await inLanguage('de', async () => {
      await Promise.resolve();
      const said = [currentLanguage(), messages.logIn, group.play];
      expect(said).toEqual(['de', 'Anmelden', 'Spielen']);
      expect(inLanguage('en', () => moderationFailures.report.kind)).toBe('Choose what is wrong.');
      expect(moderationFailures.report.kind).toBe('Wähle aus, was nicht stimmt.');
    });
    expect([currentLanguage(), messages.logIn, group.play]).toEqual(['en', 'Log in', 'Play']);
  });

  test.each(['fr', '', 'DE', 'constructor'])('"%s" is none, and stands for English', (text) => {
    expect(inLanguage(text, currentLanguage)).toBe('en');
  });
});

describe('formats', () => {
  test.each([
    ['en', '1,234,567', '1 server|2 servers', '3 days ago|1 min ago|0 sec ago'],
    ['de', '1.234.567', '1 Server|2 Server', 'vor 3 Tagen|vor 1 Min.|vor 0 Sek.'],
  ] as const)('of %s are its own', (language, number, counted, ago) => {
    const { formatCount, formatAgo } = FORMATS[language];
    expect(formatCount(1_234_567)).toBe(number);
    expect([3 * 86_400, 60, 0].map(formatAgo).join('|')).toBe(ago);
    const { shown } = inLanguage(language, () => ({ shown: listMessages.shown }));
    expect([shown(1, 1), shown(2, 2)].join('|')).toBe(counted);
  });

  test.each([
    ['en', 1_000, '1 second'],
    ['en', 3 * 86_400_000, '3 days'],
    ['de', 1_000, '1 Sekunde'],
    ['de', 3 * 86_400_000, '3 Tagen'],
    ['de', 100_000, '2 Minuten'],
  ] as const)('of %s: a wait of %d ms is %s', (language, waitMs, text) => {
    expect(FORMATS[language].formatWait(waitMs)).toBe(text);
  });

  test('moments are written as the language writes them, in UTC', () => {
    const at = Date.UTC(2026, 10, 21, 16, 31, 5, 678);
    const shown = (formats: typeof en | typeof de) =>
      [formats.formatDay, formats.formatMoment, formats.formatMomentExact, formats.formatMomentLong]
        .map((format) => format(at))
        .join(' | ');
    expect([shown(en), shown(de)]).toEqual([
      '21 Nov 2026 | 21 Nov 2026, 16:31 | 21 Nov 2026, 16:31:05 UTC | 21 November 2026, 16:31 UTC',
      '21.11.2026 | 21.11.2026, 16:31 | 21.11.2026, 16:31:05 UTC | 21. November 2026, 16:31 UTC',
    ]);
  });

  test('texts are ordered without accents and case, and by number', () => {
    const names = ['Zebra', 'äpfel', 'Apfel 10', 'Apfel 2'];
    const sorted = names.toSorted(de.compareTexts);
    expect(sorted).toEqual(['äpfel', 'Apfel 2', 'Apfel 10', 'Zebra']);
  });
});

describe('German names of devices', () => {
  test.each([
    ['Firefox on Windows', 'Firefox unter Windows'],
    ['Safari on iPad', 'Safari auf dem iPad'],
    ['ClassiCube launcher on Linux', 'ClassiCube-Launcher unter Linux'],
    ['', 'Unbekanntes Gerät'],
    ['Something on Fire', 'Something on Fire'],
  ])('"%s"', (label, name) => {
    expect(inLanguage('de', () => securityMessages.device(label))).toBe(name);
  });
});

test.each(OTHERS)(
  '%s names the operator of the site where English does, in words that become a link',
  (language) => {
    const isAbout = (text: string, phrases: readonly string[]) =>
      phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));
    const other = new Map(leavesOf(CATALOGUES[language]));
    const [own] = messages.operatorPhrases;
    const phrases = other.get('messages.operatorPhrases') as readonly string[];
    const named = leavesOf(CATALOGUES.en).filter(
      ([, leaf]) => typeof leaf === 'string' && isAbout(leaf, [own ?? '']),
    );
    expect(named.length).toBeGreaterThan(10);
    for (const [path] of named) {
      const said = `${other.get(path)}`;
      expect([path, said, isAbout(said, phrases)]).toEqual([path, said, true]);
    }
  },
);
