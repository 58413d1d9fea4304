// deploy/grafana.json and deploy/alerts.yml: every query names metrics, labels and values that a real scrape has.

import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { startMuster } from '../support/binary.ts';
import { root } from '../support/docs.ts';
import { findUnknown } from '../support/promql.ts';
import { readScrape, type ScrapedMetric } from '../support/scrape.ts';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

interface Dashboard {
  title: string;
  uid: string;
  annotations: { list: { expr: string }[] };
  templating: { list: { name: string; type: string; query: string }[] };
  panels: Panel[];
}

const read = (name: string) => Bun.file(join(root, 'deploy', name)).text();
const { groups } = Bun.YAML.parse(await read('alerts.yml')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(await read('grafana.json')) as Dashboard;
const targets = dashboard.panels.flatMap(({ title, targets: all = [] }) =>
  all.map((target) => ({ title, ...target })),
);

if (Bun.which('promtool') === null) {
  console.warn('Skipped: what needs promtool, which is not installed here.');
}

let scrape: ReadonlyMap<string, ScrapedMetric>;
beforeAll(async () => {
  await using muster = await startMuster();
  scrape = readScrape(await (await fetch(`${muster.url}/metrics`)).text());
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

  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s asks for what there is, and says what to do',
    (_name, { expr, labels, annotations }) => {
      expect(findUnknown(expr, scrape)).toEqual([]);
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      const { summary, description } = annotations;
      for (const sentence of [summary, description]) expect(sentence).toMatch(/^[^\n]{10,}\.$/);
      const asked = [...summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      for (const label of asked)
        expect(`instance ${expr} ${labelsIn(expr)}`).toContain(label ?? '');
    },
  );

  test.skipIf(Bun.which('promtool') === null)('is what promtool takes', () => {
    const path = join(root, 'deploy/alerts.yml');
    const { stdout, exitCode } = Bun.spawnSync(['promtool', 'check', 'rules', path]);
    expect([exitCode, `${stdout}`]).toEqual([0, expect.stringContaining(`${rules.length} rules`)]);
  });
});

describe('grafana.json', () => {
  test('imports as it is: its data source is a variable', () => {
    const text = JSON.stringify(dashboard);
    expect(text).not.toContain('__inputs');
    const sources = text.split('"datasource":{').slice(1);
    expect(sources.length).toBeGreaterThan(targets.length);
    const isVariable = /^"type":"prometheus","uid":"\$\{datasource\}"\}/;
    for (const source of sources) expect(source).toMatch(isVariable);
    expect(dashboard.templating.list.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['datasource datasource', 'instance query'],
    ]);
    expect(findUnknown('muster_build_info', scrape)).toEqual([]);
  });

  test.each(targets.map((target) => [target.title, target] as const))(
    '%s asks for what there is',
    (_title, { expr, legendFormat }) => {
      expect(findUnknown(expr, scrape)).toEqual([]);
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        expect(labelsIn(expr)).toContain(label);
      }
    },
  );

  test('marks starts by a query about what there is', () => {
    for (const { expr } of dashboard.annotations.list)
      expect(findUnknown(expr, scrape)).toEqual([]);
  });

  test('has each panel by itself, within the width and below no other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const one of panels) {
      const { x, y, w, h } = one.gridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      const over = panels.filter(({ id, gridPos: at }) => {
        const isBeside = at.x >= x + w || at.x + at.w <= x || at.y >= y + h || at.y + at.h <= y;
        return id !== one.id && !isBeside;
      });
      expect(over).toEqual([]);
    }
  });

  test('shows every metric that is there for an operator', () => {
    const queries = [...targets.map(({ expr }) => expr), ...rules.map(({ expr }) => expr)].join(
      ' ',
    );
    const unseen = [...scrape.keys()].filter((name) => !queries.includes(name));
    expect(unseen).toEqual(['muster_relays_opened_total']);
  });
});

describe('the check of a query', () => {
  test.each([
    ['rate(muster_heartbeat_total[5m])', 'There is no metric muster_heartbeat_total.'],
    ['muster_servers{list="public"}', 'muster_servers has no label list.'],
    ['muster_servers{listing="open"}', 'listing of muster_servers is never "open".'],
    ['muster_servers{listing=~"public|open"}', 'listing of muster_servers is never "open".'],
    ['sum by (route) (muster_servers)', 'No metric of it has a label route.'],
    [
      'rate(muster_http_request_duration_seconds[5m])',
      'There is no metric muster_http_request_duration_seconds.',
    ],
    [
      'rate(muster_event_loop_delay_seconds_bucket{le="0.2"}[5m])',
      'le of muster_event_loop_delay_seconds_bucket is never "0.2".',
    ],
    ['up == 0 and on (task) muster_players', 'No metric of it has a label task.'],
  ])('%s', (query, problem) => {
    expect(findUnknown(query, scrape)).toEqual([problem]);
  });
});

/** The labels that the metrics of a query have. */
function labelsIn(query: string): string[] {
  const names = [...query.matchAll(/\w+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );
  return ['instance', ...names.flatMap((name) => [...(scrape.get(name)?.labels.keys() ?? [])])];
}
