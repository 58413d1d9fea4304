// Renders the dashboard of Grafana and rewrites deploy/grafana.json: `bun scripts/grafana.ts`.

type Query = readonly [expr: string, legend: string];

const datasource = { type: 'prometheus', uid: '$'.concat('{datasource}') };
const QUANTILES = { half: 0.5, '99 of 100': 0.99 };

const of = (metric: string, labels = '') => `${metric}{${labels}instance=~"$instance"}`;
const ofProcess = (metric: string) => of(metric, 'job="muster",');
const rate = (metric: string, labels = '') => `rate(${of(metric, labels)}[$__rate_interval])`;
const rateBy = (by: string, metric: string, labels = '') =>
  `sum by (${by}) (${rate(metric, labels)})`;
const quantile = (share: number, metric: string, by = 'le', labels = '') =>
  `histogram_quantile(${share}, ${rateBy(by, `${metric}_bucket`, labels)})`;
const quantiles = (metric: string): Query[] =>
  Object.entries(QUANTILES).map(([legend, share]) => [quantile(share, metric), legend]);

const REQUESTS = 'muster_http_request_duration_seconds';
const BUSY_ROUTES = 'route=~"/api/servers|/server/heartbeat",';
const HEALTH = [
  ['ready', 'green'],
  ['degraded', 'orange'],
  ['not ready', 'red'],
];

const STACKED = ['Requests by status', 'Lists by encoding'];

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'Checks of /readyz': '0 is ok, 1 degraded, 2 failed.',
};

function toTarget([expr, legendFormat]: Query, index: number) {
  return { refId: 'ABC'[index], datasource, expr, legendFormat };
}

/** The numbers at the top; below them the graphs, by heading. */
const NUMBERS: readonly (readonly [title: string, unit: string, expr: string, legend?: string])[] =
  [
    ['Health', 'none', `max(${of('muster_health_check')})`],
    ['Public servers', 'none', `sum(${of('muster_servers', 'listing="public",')})`],
    ['Players', 'none', `sum(${of('muster_players')})`],
    ['Requests a second', 'reqps', `sum(${rate('muster_http_requests_total')})`],
    ['Latest backup', 's', `max(${of('muster_backup_age_seconds')})`],
    ['Version', 'none', of('muster_build_info'), '{{version}}'],
  ];
const GRAPHS: Readonly<Record<string, readonly ReturnType<typeof graph>[]>> = {
  Overview: [
    graph('Checks of /readyz', 'short', [of('muster_health_check'), '{{check}}']),
    graph(
      'Servers and players',
      'short',
      [of('muster_servers'), '{{listing}} servers'],
      [of('muster_players'), 'players'],
      [of('muster_mirror_servers'), 'servers of {{origin}}'],
    ),
  ],
  Requests: [
    graph('Requests by route', 'reqps', [
      `topk(10, ${rateBy('route', 'muster_http_requests_total')})`,
      '{{route}}',
    ]),
    graph('Requests by status', 'reqps', [
      rateBy('status', 'muster_http_requests_total'),
      '{{status}}',
    ]),
    graph('Duration, 99 of 100 requests, by route', 's', [
      `topk(10, ${quantile(0.99, REQUESTS, 'route, le')})`,
      '{{route}}',
    ]),
    graph(
      'Duration of lists and heartbeats',
      's',
      ...Object.entries(QUANTILES).map(
        ([legend, share]): Query => [
          quantile(share, REQUESTS, 'route, le', BUSY_ROUTES),
          `{{route}}, ${legend}`,
        ],
      ),
    ),
    graph('Failures by cause', 'reqps', [
      rateBy('cause', 'muster_http_failures_total'),
      '{{cause}}',
    ]),
    graph('Lists by encoding', 'reqps', [
      rateBy('encoding, status', 'muster_list_answers_total'),
      '{{encoding}} {{status}}',
    ]),
    graph('Being answered', 'short', [of('muster_http_requests_pending'), 'requests']),
    graph('Logins', 'reqps', [rateBy('outcome', 'muster_logins_total'), '{{outcome}}']),
  ],
  'Game servers': [
    graph('Heartbeats', 'reqps', [
      rateBy('outcome, reason', 'muster_heartbeats_total'),
      '{{outcome}} {{reason}}',
    ]),
    graph('Port checks', 'ops', [rateBy('verdict', 'muster_probes_total'), '{{verdict}}']),
    graph(
      'Relays',
      'short',
      [of('muster_relays'), 'open'],
      [rateBy('reason', 'muster_relays_refused_total'), 'refused a second: {{reason}}'],
    ),
    graph('Bytes of relays', 'Bps', [
      rateBy('direction', 'muster_relay_bytes_total'),
      '{{direction}}',
    ]),
  ],
  'Database and email': [
    graph('Changes of the database', 's', ...quantiles('muster_database_write_duration_seconds')),
    graph('Changes that wait', 'short', [of('muster_database_writes_pending'), 'waiting']),
    graph('Age of what is not saved', 's', [of('muster_save_age_seconds'), 'age']),
    graph('Servers saved together', 'short', [
      `${rate('muster_save_batch_servers_sum')} / ${rate('muster_save_batch_servers_count')}`,
      'mean',
    ]),
    graph('Emails', 'short', [of('muster_email_queue'), '{{state}}']),
    graph('Oldest email that waits', 's', [of('muster_email_queue_age_seconds'), 'age']),
    graph('Leader of the replicas', 'short', [of('muster_leader'), '{{instance}}']),
    graph('Age of mirrors', 's', [of('muster_mirror_age_seconds'), '{{origin}}']),
  ],
  Process: [
    graph('Delay of the event loop', 's', ...quantiles('muster_event_loop_delay_seconds')),
    graph('Processor', 'percentunit', [
      rate('process_cpu_seconds_total', 'job="muster",'),
      'cores',
    ]),
    graph(
      'Memory',
      'bytes',
      [ofProcess('process_resident_memory_bytes'), 'resident'],
      [ofProcess('process_heap_bytes'), 'objects'],
    ),
    graph(
      'File descriptors',
      'short',
      [ofProcess('process_open_fds'), 'open'],
      [ofProcess('process_max_fds'), 'allowed'],
    ),
    graph('Jobs that fail', 'ops', [
      rateBy('task', 'muster_job_runs_total', 'outcome="failed",'),
      '{{task}}',
    ]),
    graph('Free disk space', 'bytes', [of('muster_disk_free_bytes'), 'free']),
  ],
};

function toNumber([title, unit, expr, legend = '']: (typeof NUMBERS)[number]) {
  const isHealth = title === 'Health';
  const colours = isHealth ? HEALTH.map(([, color]) => color) : ['text'];
  const words = HEALTH.map(([text, color], index) => [index, { text, color, index }]);
  const defaults = {
    unit,
    mappings: isHealth ? [{ type: 'value', options: Object.fromEntries(words) }] : [],
    thresholds: {
      mode: 'absolute',
      steps: colours.map((color, value) => ({ color, value: value || null })),
    },
  };
  return {
    ...{ type: 'stat' as const, title, datasource, fieldConfig: { defaults, overrides: [] } },
    targets: [{ ...toTarget([expr, legend], 0), instant: true }],
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      ...{ textMode: legend === '' ? 'value' : 'name', colorMode: 'value', graphMode: 'none' },
    },
  };
}

function graph(title: string, unit: string, ...queries: readonly Query[]) {
  const stacking = { mode: STACKED.includes(title) ? 'normal' : 'none', group: 'A' };
  const custom = { drawStyle: 'line', fillOpacity: 10, lineWidth: 1, showPoints: 'never' };
  const defaults = { unit, min: 0, custom: { ...custom, spanNulls: false, stacking } };
  return {
    ...{ type: 'timeseries' as const, title, description: DESCRIPTIONS[title], datasource },
    ...{ fieldConfig: { defaults, overrides: [] }, targets: queries.map(toTarget) },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  };
}

const SIZES = { row: { w: 24, h: 1 }, stat: { w: 4, h: 4 }, timeseries: { w: 12, h: 8 } };

/** Puts the panels side by side, from left to right and down; each gets a number. */
function layOut(panels: readonly { type: keyof typeof SIZES }[]) {
  let [x, y, below] = [0, 0, 0];
  return panels.map((panel, index) => {
    const { w, h } = SIZES[panel.type];
    if (x + w > 24 || y + h < below) [x, y] = [0, below];
    const gridPos = { w, h, x, y };
    x += w;
    below = y + h;
    return { ...panel, id: index + 1, gridPos };
  });
}

/** The dashboard as JSON, which Grafana imports. */
export function renderDashboard(): string {
  const panels = Object.entries(GRAPHS).flatMap(([title, graphs]) => [
    { type: 'row' as const, title, collapsed: false, panels: [] },
    ...(title === 'Overview' ? NUMBERS.map(toNumber) : []),
    ...graphs,
  ]);
  const starts = `changes(${ofProcess('process_start_time_seconds')}[1m]) > 0`;
  const instances = 'label_values(muster_build_info, instance)';
  const dashboard = {
    ...{ title: 'Muster', uid: 'muster', tags: ['muster'] },
    description: 'Health, requests, game servers, database, email and process of Muster.',
    ...{ schemaVersion: 39, version: 1, editable: true, graphTooltip: 1, refresh: '30s' },
    ...{ time: { from: 'now-6h', to: 'now' }, timezone: '' },
    annotations: {
      list: [
        {
          ...{ name: 'Starts', enable: true, datasource, expr: starts },
          ...{ titleFormat: 'Start', iconColor: 'blue', step: '1m' },
        },
      ],
    },
    templating: {
      list: [
        {
          ...{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
          ...{ current: {}, hide: 0, refresh: 1 },
        },
        {
          ...{ name: 'instance', label: 'Instance', type: 'query', datasource },
          ...{ query: instances, definition: instances, refresh: 2, sort: 1 },
          ...{ includeAll: true, multi: true, allValue: '.*' },
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    panels: layOut(panels),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

if (import.meta.main) {
  await Bun.file(new URL('../deploy/grafana.json', import.meta.url)).write(renderDashboard());
}
