// Writes metrics in Prometheus's text format, and measures the process.

import { setImmediate } from 'node:timers/promises';
import { countDescriptors } from '../lib/descriptors.ts';
import type { Histogram } from '../lib/histogram.ts';
import { systemTimers } from '../lib/timers.ts';

/** A metric that takes longer is answered with its last values. */
const PATIENCE_MS = 250;

export interface Metrics {
  /** All metrics at this moment, as text with its media type. Simultaneous calls share one answer. */
  render(): Promise<{ text: string; type: string }>;
}

export type Sample = readonly [value: number, ...labels: string[]];

export type Distribution = readonly [values: Histogram, ...labels: string[]];

/** A metric, which is read for each answer. Its labels have a closed set of values, and all appear from the start. */
export interface Metric {
  name: string;
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  read(): readonly (Sample | Distribution)[] | Promise<readonly Sample[]>;
}

/** A counter when the name ends in `_total`, otherwise a gauge. `key` includes labels: `muster_players{listing}`. */
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

/** One sample per count: the shared labels, then the count's name. */
export function labelled(counts: Readonly<Record<string, number>>, ...labels: string[]): Sample[] {
  return Object.entries(counts).map(([name, count]) => [count, ...labels, name]);
}

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createMetrics(metrics: readonly Metric[], timers = systemTimers): Metrics {
  const readers = [...metrics, ...PROCESS_METRICS].map(createReader);
  let rendering: ReturnType<Metrics['render']> | undefined;

  async function render() {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(PATIENCE_MS, resolve);
    const parts: string[] = [];
    for (const read of readers) {
      parts.push(await read(late));
      // Reading all routes takes milliseconds, so requests get a turn in between.
      await setImmediate();
    }
    cancel();
    return { text: `${parts.join('\n\n')}\n`, type: TYPE };
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

/** Reads a metric as text: without values when reading fails, with the last values when it hangs until `late`. */
function createReader(metric: Metric): (late: Promise<void>) => Promise<string> {
  const { name, kind, help, labels } = metric;
  const head = `# HELP ${name} ${help}\n# TYPE ${name} ${kind}`;
  // The same labels come back in each answer.
  const known = new Map<string, string>();

  const nameLabels = (given: readonly string[]): string =>
    known.getOrInsertComputed(given.join('\n'), () =>
      labels.map((label, at) => `${label}=${JSON.stringify(given[at] ?? '')}`).join(),
    );

  function write([value, ...given]: Sample | Distribution): string[] {
    const named = nameLabels(given);
    if (typeof value === 'number')
      return [`${name}${inBraces(named)} ${value === Number.POSITIVE_INFINITY ? '+Inf' : value}`];
    let sum = 0;
    const buckets = [...value.counts].map((count, index) => {
      sum += count;
      const le = `le="${value.bounds[index] ?? '+Inf'}"`;
      return `${name}_bucket${inBraces(named === '' ? le : `${le},${named}`)} ${sum}`;
    });
    const braces = inBraces(named);
    return [...buckets, `${name}_sum${braces} ${value.sum()}`, `${name}_count${braces} ${sum}`];
  }

  async function read(): Promise<string> {
    try {
      return [head, ...(await metric.read()).flatMap(write)].join('\n');
    } catch {
      return head;
    }
  }

  let last = head;
  let reading: Promise<string> | undefined;
  return async (late) => {
    reading ??= read().then((text) => {
      last = text;
      reading = undefined;
      return text;
    });
    // Synchronous metrics are read however late it is, so a busy machine omits none of them.
    return await Promise.race([reading, late.then(() => setImmediate()).then(() => last)]);
  };
}

function inBraces(labels: string): string {
  return labels === '' ? '' : `{${labels}}`;
}

/** Metrics of the process, under the names that dashboards know. */
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
