// Reads the text of Prometheus: the metrics of a scrape, and the labels that each has.

/** A metric of a scrape. */
export interface ScrapedMetric {
  kind: string;
  help: string;
  /** The values of each label, without the end of a histogram's bucket. */
  labels: Map<string, Set<string>>;
  /** The ends of the buckets of a histogram. */
  bounds: Set<string>;
}

/** The metrics of a scrape by name. */
export function readScrape(text: string): Map<string, ScrapedMetric> {
  const found = new Map<string, ScrapedMetric>();
  for (const line of text.split('\n')) {
    const [, name = '', help = ''] = /^# HELP (\w+) (.+)$/.exec(line) ?? [];
    if (name !== '') found.set(name, { kind: '', help, labels: new Map(), bounds: new Set() });
    const [, typed = '', kind = ''] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    const declared = found.get(typed);
    if (declared !== undefined) declared.kind = kind;
    const [, series = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    const metric = found.get(series) ?? found.get(series.replace(/_(?:bucket|sum|count)$/, ''));
    if (line.startsWith('#') || metric === undefined) continue;
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      if (label === 'le') metric.bounds.add(value);
      else metric.labels.set(label, (metric.labels.get(label) ?? new Set()).add(value));
    }
  }
  return found;
}

/** The names of all series of a scrape, with their labels. */
export function listSeries(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.slice(0, line.lastIndexOf(' ')));
}
