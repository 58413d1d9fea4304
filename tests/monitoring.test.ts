// deploy/grafana.json, deploy/alerts.yml and docs/monitoring.md name the metrics, labels and values that a scrape has.

import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { renderDashboard } from '../scripts/grafana.ts';
import { WELL } from '../src/platform/lib/finding.ts';
import { readDocs, root, sectionOf } from './support/docs.ts';
import { readScrape, type ScrapedMetric } from './support/scrape.ts';
import { ADDRESS, openTestApp } from './support/test-app.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

interface Dashboard {
  annotations: { list: { expr: string }[] };
  templating: { list: { name: string; type: string; query: string }[] };
  panels: Panel[];
}

type Labels = ScrapedMetric['labels'];

const read = (name: string) => Bun.file(join(root, 'deploy', name)).text();
const { groups } = Bun.YAML.parse(await read('alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(await read('grafana.json')) as Dashboard;
const targets = dashboard.panels.flatMap(({ targets: all = [] }) => all);

async function scrapeService() {
  await using app = await openTestApp({
    metricsAllow: [`${ADDRESS}/32`],
    mirrors: ['http://127.0.0.1:1'],
  });
  // A store in memory has no disk.
  app.readiness.add('disk_space', () => WELL);
  return readScrape((await app.request('/metrics')).text);
}
const scrape = await scrapeService();

/** What Prometheus itself adds to every series of a target. */
const TARGET_LABELS = ['instance', 'job'];
const WORDS = new Set('by without on ignoring group_left and or unless bool offset'.split(' '));
const GROUPING = /\b(by|without|on|ignoring|group_left)\s*\(([^)]*)\)/g;

/** The labels of a series, those of a histogram's buckets included. */
function labelsOf(name: string): Labels | undefined {
  if (name === 'up') return new Map();
  const plain = scrape.get(name);
  if (plain !== undefined) return plain.kind === 'histogram' ? undefined : plain.labels;
  const [, start = '', end = ''] = /^(.*)_(bucket|sum|count)$/.exec(name) ?? [];
  const histogram = scrape.get(start);
  if (histogram?.kind !== 'histogram') return undefined;
  const { labels, bounds } = histogram;
  return end === 'bucket' ? new Map([...labels, ['le', bounds]]) : labels;
}

/** Everything that a query names and the scrape has not, and the labels that it may name. */
function readQuery(query: string): { unknown: string[]; labels: string[] } {
  const unknown: string[] = [];
  const labels = [...TARGET_LABELS];
  // Texts stay out of the search for names.
  const texts: string[] = [];
  const plain = query
    .replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => `"${texts.push(text) - 1}"`)
    .replace(/\[[^\]]*\]|\boffset\s+\d+\w/g, '');
  const names = /([a-zA-Z_:][\w:]*)\s*(\{[^}]*\})?\s*(\()?/g;
  for (const [, name = '', matchers = '', call] of plain.replace(GROUPING, '').matchAll(names)) {
    if (call !== undefined || WORDS.has(name)) continue;
    const own = labelsOf(name);
    if (own === undefined) unknown.push(name);
    labels.push(...(own?.keys() ?? []));
    const found = matchers.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"(\d+)"/g);
    for (const [, label = '', operator = '', index = ''] of found) {
      const text = texts[Number(index)] ?? '';
      if (TARGET_LABELS.includes(label) || text.startsWith('$')) continue;
      const values = operator.endsWith('~') ? text.split('|') : [text];
      unknown.push(
        ...values.filter((it) => !own?.get(label)?.has(it)).map((it) => `${name} ${label} ${it}`),
      );
    }
  }
  const grouped = [...plain.matchAll(GROUPING)].flatMap(([, , list = '']) => list.split(','));
  const missing = grouped.map((it) => it.trim()).filter((it) => it && !labels.includes(it));
  return { unknown: [...unknown, ...missing], labels };
}

test('a query of what there is not would be noticed', () => {
  for (const [query, unknown] of [
    ['rate(muster_heartbeat_total[5m])', 'muster_heartbeat_total'],
    ['muster_servers{list="public"}', 'muster_servers list public'],
    ['muster_servers{listing=~"public|open"}', 'muster_servers listing open'],
    ['sum by (route) (muster_servers)', 'route'],
    ['muster_http_request_duration_seconds', 'muster_http_request_duration_seconds'],
  ] as const) {
    expect(readQuery(query).unknown).toEqual([unknown]);
  }
});

test('docs/monitoring.md lists every metric, in its words', async () => {
  const rows = [...scrape].map(([name, { kind, labels, help }]) => {
    const named = [...labels.keys()].map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${kind} | ${named} | ${help} |`;
  });
  const section = sectionOf((await readDocs()).get('docs/monitoring.md') ?? '', 'Metrics');
  const listed = section.split('\n').filter((line) => /^\| `(?:muster|process)_/.test(line));
  expect(listed).toEqual(rows);
});

describe('alerts.yml', () => {
  test('reports what an operator has to know at night', () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    const wanted = ['Down', 'NotReady', 'Degraded', 'Errors', 'HeartbeatsStopped', 'DiskFull'];
    const others = ['EmailsWait', 'Descriptors', 'EventLoop', 'JobFails', 'NotSaving', 'BackupOld'];
    expect(names).toEqual(
      expect.arrayContaining([...wanted, ...others].map((name) => `Muster${name}`)),
    );
  });

  test('asks for what there is, and says what to do', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      const query = readQuery(expr);
      expect([alert, query.unknown]).toEqual([alert, []]);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      const { summary, description } = annotations;
      for (const sentence of [summary, description]) expect(sentence).toMatch(/^[^\n]{10,}\.$/);
      for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g)) {
        expect([...query.labels, ...expr.split(/\W/)]).toContain(label);
      }
    }
  });
});

describe('grafana.json', () => {
  test('is up to date; bun scripts/grafana.ts rewrites it', async () => {
    expect(await read('grafana.json')).toBe(renderDashboard());
  });

  test('imports as it is: its data source is a variable', () => {
    const sources = JSON.stringify(dashboard).split('"datasource":{').slice(1);
    expect(sources.length).toBeGreaterThan(targets.length);
    const isVariable = /^"type":"prometheus","uid":"\$\{datasource\}"\}/;
    for (const source of sources) expect(source).toMatch(isVariable);
    expect(dashboard.templating.list.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['datasource datasource', 'instance query'],
    ]);
  });

  test('asks for what there is', () => {
    for (const { expr, legendFormat } of targets) {
      const { unknown, labels } = readQuery(expr);
      expect([expr, unknown]).toEqual([expr, []]);
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        expect(labels).toContain(label);
      }
    }
    for (const { expr } of dashboard.annotations.list) expect(readQuery(expr).unknown).toEqual([]);
  });

  test('has each panel by itself, within the width and below no other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { id, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      const over = panels.filter(({ id: other, gridPos: at }) => {
        const isBeside = at.x >= x + w || at.x + at.w <= x || at.y >= y + h || at.y + at.h <= y;
        return other !== id && !isBeside;
      });
      expect(over).toEqual([]);
    }
  });

  test('shows every metric that is there for an operator', () => {
    const queries = [...targets, ...rules].map(({ expr }) => expr).join(' ');
    const unseen = [...scrape.keys()].filter((name) => !queries.includes(name));
    expect(unseen).toEqual(['muster_relays_opened_total']);
  });
});
