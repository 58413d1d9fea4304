// Player plots: shows their times in the reader's time zone, and the values under the pointer or the arrow keys.

import { drawBetween } from './history-line.ts';
import {
  CLOCK,
  daysBetween,
  localeOf,
  type OffsetAt,
  PERIOD_TIMES,
  type Period,
  placeTicks,
  spanAt,
  TEXT_LINE,
  TICK_END,
} from './plot-times.ts';

interface Samples {
  from: number;
  step: number;
  players: (number | null)[];
  peaks: (number | null)[];
}

interface Daily extends Pick<Samples, 'from' | 'step'> {
  counts: number[];
}

export const SVG = 'http://www.w3.org/2000/svg';
const PAGE_STEPS = 6;
const FRESH_MS = 60_000;

const inUtc: OffsetAt = () => 0;
const inLocalTime: OffsetAt = (at) => new Date(at).getTimezoneOffset() * -60_000;
const lookups = new Map<string, { at: number; samples: Promise<Samples> }>();

const MOMENT = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' } as const;

/** Writes the times below `root` in the reader's zone and makes its plots interactive, even before they show. */
export function makeLocal(root: ParentNode): void {
  for (const time of root.querySelectorAll<HTMLElement>('time[data-local], time[data-hour]')) {
    const { local, hour } = time.dataset;
    const at = local === undefined ? new Date().setUTCHours(Number(hour), 0, 0, 0) : Number(local);
    time.title ||= time.textContent ?? '';
    time.textContent = formatOf(local === undefined ? CLOCK : MOMENT).format(at);
  }
  for (const figure of root.querySelectorAll<HTMLElement>('[data-plot]')) {
    const { period, from, to, offsetAt, zone } = factsOf(figure);
    const format = formatOf({ ...PERIOD_TIMES[period].tick, ...zone });
    const ticks = placeTicks(period, from, to, offsetAt).map(({ at, share, anchor }) => {
      const group = document.createElementNS(SVG, 'g');
      const x = `${share}%`;
      const text = draw('text', { x, y: TEXT_LINE, 'text-anchor': anchor });
      text.textContent = format.format(at);
      group.append(draw('line', { x1: x, x2: x, y1: 0, y2: TICK_END }), text);
      return group;
    });
    figure.querySelector('.history-times')?.replaceChildren(...ticks);
    if (figure.dataset.top !== undefined && inLocalTime(from) + inLocalTime(to) !== 0) {
      void drawLocalDays(figure, Number(figure.dataset.top)).catch(() => {});
    }
    const axis = figure.querySelector<HTMLElement>('[data-zone]');
    if (axis) axis.textContent = fill(axis.dataset.zone, { zone: nameZone() });
    if (figure.querySelector('.history-reading') === null) addReading(figure);
  }
}

/** Redraws the days, which the page has in UTC, as local days. */
async function drawLocalDays(figure: HTMLElement, top: number): Promise<void> {
  const { plot } = factsOf(figure);
  const { from, step, players, peaks } = await load(plot);
  const [startAt, stepMs] = [from * 1_000, step * 1_000];
  const days = daysBetween(startAt, startAt + stepMs * players.length, inLocalTime);
  const drawn = drawBetween({ startAt, stepMs, means: players, peaks }, days, top);
  figure.querySelector('.history-line')?.setAttribute('d', drawn.line);
  figure.querySelector('.history-peaks')?.setAttribute('d', drawn.blocks);
}

export function openPlots(): void {
  makeLocal(document);
  document.addEventListener('pointermove', ({ target, clientX }) => {
    const reading = readingOf(target);
    if (reading === null) return;
    const { left, width } = reading.getBoundingClientRect();
    const { from, to } = factsOf(reading);
    show(reading, from + ((to - from) * (clientX - left)) / width);
  });
  document.addEventListener('pointerout', ({ target }) => {
    const reading = readingOf(target);
    if (reading !== null && reading !== document.activeElement) hide(reading);
  });
  document.addEventListener('focusin', ({ target }) => {
    const reading = readingOf(target);
    if (reading !== null) show(reading, Number(reading.dataset.at ?? factsOf(reading).to));
  });
  document.addEventListener('focusout', ({ target }) => {
    const reading = readingOf(target);
    if (reading !== null) hide(reading);
  });
  document.addEventListener('keydown', (event) => {
    const reading = readingOf(event.target);
    const at = reading === null ? undefined : momentOf(reading, event.key);
    if (reading === null || at === undefined) return;
    event.preventDefault();
    show(reading, at);
  });
}

const readingOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('.history-reading') : null;

function factsOf(part: HTMLElement) {
  const { dataset = {} as DOMStringMap } = part.closest<HTMLElement>('[data-plot]') ?? {};
  const { plot = '', period, from, to, value, unknown, utc } = dataset;
  const facts = { period: (period ?? '24h') as Period, from: Number(from), to: Number(to) };
  const isInUtc = utc !== undefined;
  return {
    plot,
    value,
    unknown,
    ...facts,
    offsetAt: isInUtc ? inUtc : inLocalTime,
    zone: isInUtc ? { timeZone: 'UTC' } : {},
  };
}

function addReading(figure: HTMLElement): void {
  const reading = document.createElement('div');
  const label = figure.querySelector('.history-plot')?.getAttribute('aria-label') ?? '';
  setAttributes(reading, { class: 'history-reading', tabindex: 0, role: 'slider' });
  reading.setAttribute('aria-label', label);
  const picture = draw('svg', { 'aria-hidden': 'true' });
  picture.append(draw('line', { class: 'history-cursor', y1: 8, y2: 168 }));
  picture.toggleAttribute('hidden', true);
  const value = document.createElement('span');
  value.className = 'history-value';
  value.hidden = true;
  reading.append(picture, value);
  describe(reading, figure, factsOf(figure).to, '');
  figure.querySelector('.history-area')?.append(reading);
}

function describe(reading: HTMLElement, figure: HTMLElement, at: number, text: string): void {
  const { from, to } = factsOf(figure);
  setAttributes(reading, { 'aria-valuemin': from, 'aria-valuemax': to });
  setAttributes(reading, { 'aria-valuenow': at, 'aria-valuetext': text });
}

function momentOf(reading: HTMLElement, key: string): number | undefined {
  const { period, from, to } = factsOf(reading);
  const at = Number(reading.dataset.at ?? to);
  const { spanMs } = PERIOD_TIMES[period];
  const moments: Record<string, number> = {
    ArrowLeft: at - spanMs,
    ArrowDown: at - spanMs,

    ArrowRight: at + spanMs,
    ArrowUp: at + spanMs,

    PageDown: at - PAGE_STEPS * spanMs,
    PageUp: at + PAGE_STEPS * spanMs,

    Home: from,
    End: to,
  };
  return moments[key];
}

function show(reading: HTMLElement, wanted: number): void {
  const { plot, period, from, to, value, unknown, offsetAt, zone } = factsOf(reading);
  const { start, end } = spanAt(period, Math.min(Math.max(wanted, from), to - 1), offsetAt);
  // The middle of the span, so that each step reaches each span once.
  const at = Math.min(Math.max((start + end) / 2, from), to - 1);
  reading.dataset.at = `${at}`;
  reading.dataset.shown = '';
  const x = `${(100 * (at - from)) / (to - from)}%`;
  const line = reading.querySelector('line');
  if (line !== null) setAttributes(line, { x1: x, x2: x });
  reading.querySelector('svg')?.removeAttribute('hidden');
  const time = formatOf({ ...PERIOD_TIMES[period].span, ...zone }).format(Math.max(start, from));
  load(plot).then(
    (samples) => {
      if (reading.dataset.at !== `${at}` || reading.dataset.shown === undefined) return;
      const found = summarise(samples, start, end);
      const text =
        found === undefined
          ? fill(unknown, { time })
          : fill(value, { time, mean: formatCount(found.mean), peak: formatCount(found.peak) });
      const label = reading.querySelector<HTMLElement>('.history-value');
      if (label === null) return;
      label.textContent = text;
      label.hidden = false;
      describe(reading, reading, at, text);
    },
    () => lookups.delete(plot),
  );
}

function hide(reading: HTMLElement): void {
  delete reading.dataset.shown;
  reading.querySelector('svg')?.toggleAttribute('hidden', true);
  const label = reading.querySelector<HTMLElement>('.history-value');
  if (label !== null) label.hidden = true;
}

function load(source: string): Promise<Samples> {
  const known = lookups.get(source);
  if (known !== undefined && performance.now() - known.at < FRESH_MS) return known.samples;
  const samples = fetch(source).then(async (answer) => {
    if (!answer.ok) throw new Error(`${source} was answered ${answer.status}.`);
    const body: Samples & { registrations?: Daily } = await answer.json();
    const { from, step, counts } = body.registrations ?? {};
    if (from === undefined || step === undefined || counts === undefined) return body;
    return { from, step, players: counts, peaks: counts };
  });
  lookups.set(source, { at: performance.now(), samples });
  return samples;
}

function summarise({ from, step, players, peaks }: Samples, start: number, end: number) {
  const indexOf = (at: number) => Math.max(0, Math.ceil((at / 1_000 - from) / step));
  const isKnown = (count: number | null): count is number => count !== null;
  const known = players.slice(indexOf(start), indexOf(end)).filter(isKnown);
  if (known.length === 0) return undefined;
  return {
    mean: Math.round(known.reduce((sum, count) => sum + count, 0) / known.length),
    peak: Math.max(...peaks.slice(indexOf(start), indexOf(end)).filter(isKnown)),
  };
}

function draw(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name) as SVGElement;
  setAttributes(element, attributes);
  return element;
}

export function setAttributes(element: Element, values: Record<string, string | number>): void {
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, `${value}`);
}

const language = () => localeOf(document.documentElement.lang);
export const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language(), options);
function nameZone(): string {
  const parts = formatOf({ timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

export const formatCount = (count: number) => new Intl.NumberFormat(language()).format(count);

export function fill(template: string | undefined, values: Record<string, string>): string {
  return (template ?? '').replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
