// Writes metrics as the text that Prometheus reads, and measures the process.

import type { Metric as LibraryMetric, Registry } from 'prom-client';
import { countDescriptors } from '../lib/descriptors.ts';
import type { Histogram } from '../lib/histogram.ts';
import { systemTimers } from '../lib/timers.ts';

/** What takes longer is answered as it was read last. */
const PATIENCE_MS = 250;

export interface Metrics {
  /** All metrics now, as a text and its media type. Calls at the same time share one answer. */
  render(): Promise<{ text: string; type: string }>;
}

export type Sample = readonly [value: number, ...labels: string[]];

export type Distribution = readonly [values: Histogram, ...labels: string[]];

/** A metric, which is read for each answer. The labels' values are a closed set, all of them there from the start. */
export interface Metric {
  name: string;
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  read(): readonly (Sample | Distribution)[] | Promise<readonly Sample[]>;
}

/**
 * A gauge, or a counter where its name ends in `_total`. `key` is the name, with the unit at its end, and its
 * labels: `muster_players{listing}`. docs/monitoring.md has the same sentence.
 */
export function metric(
  key: string,
  help: string,
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): Metric {
  const [name = '', ...labels] = key.split(/[{},]/).filter((part) => part !== '');
  return { name, kind: name.endsWith('_total') ? 'counter' : 'gauge', help, labels, read };
}

export function histogram(key: string, help: string, read: () => readonly Distribution[]): Metric {
  return { ...metric(key, help, () => []), kind: 'histogram', read };
}

/** What the library writes: a line for each value. It keeps the text of labels that are the same object as before. */
interface Line {
  metricName: string;
  sharedLabels: Labels;
  labels?: { le: number | '+Inf' };
  value: number;
}

type Labels = Readonly<Record<string, string>>;

export function createMetrics(metrics: readonly Metric[], timers = systemTimers): Metrics {
  const all = [...metrics, ...PROCESS_METRICS];
  let registry: Promise<Registry> | undefined;
  let rendering: ReturnType<Metrics['render']> | undefined;
  let late = Promise.resolve();

  async function render() {
    registry ??= openRegistry(all, () => late);
    const opened = await registry;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    late = patience;
    const cancel = timers.after(PATIENCE_MS, resolve);
    const parts: string[] = [];
    for (const { name } of all) {
      parts.push(await opened.getSingleMetricAsString(name));
      // With all routes this takes milliseconds, and requests are answered in between.
      await nextTurn();
    }
    cancel();
    return { text: `${parts.join('\n\n')}\n`, type: opened.contentType };
  }

  return {
    render() {
      rendering ??= render().finally(() => {
        rendering = undefined;
      });
      return rendering;
    },
  };
}

async function openRegistry(
  metrics: readonly Metric[],
  late: () => Promise<void>,
): Promise<Registry> {
  // Loading it takes 40 ms, which every start would wait for.
  const library = await import('prom-client');
  const registry = new library.Registry();
  for (const metric of metrics) {
    const { name, help, kind } = metric;
    const readLines = createReader(metric, late);
    // Its own kinds look up every label for each value: what is counted elsewhere is given as it is.
    const given = {
      name,
      get: async () => ({ name, help, type: kind, values: await readLines() }),
    };
    registry.registerMetric(given as unknown as LibraryMetric);
  }
  return registry;
}

/** Reads the lines of a metric: none where that fails, and the last ones where it hangs until `late`. */
function createReader(metric: Metric, late: () => Promise<void>): () => Promise<Line[]> {
  const { name, labels } = metric;
  const known = new Map<string, Labels>();

  function nameLabels(given: readonly string[]): Labels {
    const key = given.join('\n');
    let named = known.get(key);
    if (named === undefined) {
      named = Object.fromEntries(labels.map((label, index) => [label, given[index] ?? '']));
      known.set(key, named);
    }
    return named;
  }

  function distribute(values: Histogram, sharedLabels: Labels): Line[] {
    let sum = 0;
    const buckets = [...values.counts].map((count, index): Line => {
      sum += count;
      const le = values.bounds[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, sharedLabels, labels: { le }, value: sum };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, sharedLabels, value: values.sum() },
      { metricName: `${name}_count`, sharedLabels, value: sum },
    ];
  }

  async function read(): Promise<Line[]> {
    try {
      return (await metric.read()).flatMap(([value, ...given]) => {
        const sharedLabels = nameLabels(given);
        if (typeof value === 'object') return distribute(value, sharedLabels);
        return [{ metricName: name, sharedLabels, value }];
      });
    } catch {
      return [];
    }
  }

  let last: Line[] = [];
  let reading: Promise<Line[]> | undefined;
  return async () => {
    reading ??= read().then((lines) => {
      last = lines;
      reading = undefined;
      return lines;
    });
    // What needs no waiting is read however late it is: a busy machine leaves nothing out.
    return await Promise.race([
      reading,
      late()
        .then(nextTurn)
        .then(() => last),
    ]);
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The process, under the names that dashboards know. */
const PROCESS_METRICS: readonly Metric[] = [
  metric('process_start_time_seconds', 'Start time of the process, in Unix seconds.', () => [
    [performance.timeOrigin / 1000],
  ]),
  metric('process_cpu_seconds_total', 'CPU time used.', () => {
    const { user, system } = process.cpuUsage();
    return [[(user + system) / 1e6]];
  }),
  metric('process_resident_memory_bytes', 'Resident memory.', () => [[process.memoryUsage.rss()]]),
  metric('process_open_fds', 'Open file descriptors.', () => readDescriptors('open')),
  metric('process_max_fds', 'Limit of open file descriptors.', () => readDescriptors('allowed')),
  metric('process_heap_bytes', 'JavaScript heap in use.', () => [[process.memoryUsage().heapUsed]]),
];

function readDescriptors(which: 'open' | 'allowed'): Sample[] {
  const descriptors = countDescriptors();
  return descriptors === undefined ? [] : [[descriptors[which]]];
}
