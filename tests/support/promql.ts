// Checks queries of Prometheus against a scrape: metrics, labels and their values that do not exist.

import type { ScrapedMetric } from './scrape.ts';

/** What Prometheus itself adds to every series of a target. */
const TARGET_LABELS = ['instance', 'job'];
const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'offset']);
const OPERATORS = new Set(['and', 'or', 'unless', 'bool']);

/** A sentence for everything that a query names and the scrape has not; the query itself is not parsed whole. */
export function findUnknown(query: string, scrape: ReadonlyMap<string, ScrapedMetric>): string[] {
  const problems: string[] = [];
  const known = new Set(TARGET_LABELS);
  // Texts stay out of the search for names, and each selector keeps its own.
  const texts: string[] = [];
  const plain = query
    .replace(/"(?:[^"\\]|\\.)*"/g, (text) => `"${texts.push(text.slice(1, -1)) - 1}"`)
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\boffset\s+\d+\w/g, '');

  function checkMatchers(name: string, matchers: string, labels: ScrapedMetric['labels']): void {
    for (const [, label = '', operator = '', index = ''] of matchers.matchAll(
      /(\w+)\s*(=~|!~|!=|=)\s*"(\d+)"/g,
    )) {
      const value = texts[Number(index)] ?? '';
      const values = labels.get(label);
      if (values === undefined) {
        if (!TARGET_LABELS.includes(label)) problems.push(`${name} has no label ${label}.`);
      } else if (!value.startsWith('$')) {
        for (const one of operator.endsWith('~') ? value.split('|') : [value]) {
          if (!values.has(one)) problems.push(`${label} of ${name} is never "${one}".`);
        }
      }
    }
  }

  const names = /([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?\s*(\()?/g;
  const outside = plain.replace(/\b(by|without|on|ignoring|group_left)\s*\([^)]*\)/g, '');
  for (const [, name = '', matchers = '', isCalled] of outside.matchAll(names)) {
    if (isCalled !== undefined || WORDS.has(name) || OPERATORS.has(name)) continue;
    if (/^\d/.test(name)) continue;
    const labels = name === 'up' ? new Map() : labelsOf(name, scrape);
    if (labels === undefined) {
      problems.push(`There is no metric ${name}.`);
      continue;
    }
    for (const label of labels.keys()) known.add(label);
    checkMatchers(name, matchers, labels);
  }
  for (const [, , list = ''] of plain.matchAll(
    /\b(by|without|on|ignoring|group_left)\s*\(([^)]*)\)/g,
  )) {
    for (const label of list.split(',').map((one) => one.trim())) {
      if (label !== '' && !known.has(label)) problems.push(`No metric of it has a label ${label}.`);
    }
  }
  return problems;
}

/** The labels of a series, those of a histogram's buckets included. */
function labelsOf(
  name: string,
  scrape: ReadonlyMap<string, ScrapedMetric>,
): ScrapedMetric['labels'] | undefined {
  const plain = scrape.get(name);
  if (plain !== undefined) return plain.kind === 'histogram' ? undefined : plain.labels;
  const [, start = '', end = ''] = /^(.*)_(bucket|sum|count)$/.exec(name) ?? [];
  const histogram = scrape.get(start);
  if (histogram?.kind !== 'histogram') return undefined;
  return end === 'bucket'
    ? new Map([...histogram.labels, ['le', histogram.bounds]])
    : histogram.labels;
}
