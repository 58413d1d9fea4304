// The sparklines of the list: draws them, and shows the players of the hour under the pointer, in the reader's time zone.

import { part } from '../../platform/views/page-parts-browser.ts';
import { CLOCK } from '../history/plot-times.ts';
import { fill, formatCount, formatOf, SVG, setAttributes } from '../history/plots-browser.ts';
import { HOUR_MS, hashStart, readHours, SPARK_HOURS, SPARKS_PATH } from './spark-hours.ts';

/** Phones have no room for sparklines. */
const wide = matchMedia('(min-width: 720px)');
/** How long the script keeps sparklines, and how soon it loads them again while a row has none. */
const KEPT_MS = 5 * 60_000;
const RETRY_MS = 10_000;
const HOUR_WIDTH = 3;

/** What each picture shows. */
const drawn = new WeakMap<SVGElement, string>();
let sparks: Readonly<Record<string, string>> = {};
let askedAt = Number.NEGATIVE_INFINITY;

const label = Object.assign(document.createElement('div'), {
  className: 'spark-value',
  hidden: true,
});
// The label follows the pointer; screen readers find the day on the server's page.
label.ariaHidden = 'true';
const mark = document.createElementNS(SVG, 'rect');

/** Draws the sparklines of the rows that have their tools, and loads those that are missing or old. */
export async function showSparks(): Promise<void> {
  if (!wide.matches) return;
  const isComplete = drawSparks();
  const now = performance.now();
  if (now - askedAt < (isComplete ? KEPT_MS : RETRY_MS)) return;
  askedAt = now;
  const answer = await fetch(`${SPARKS_PATH}${location.search}`).catch(() => undefined);
  if (!answer?.ok) return;
  sparks = await answer.json();
  drawSparks();
}

/** Returns whether every row has its sparkline. */
function drawSparks(): boolean {
  let isComplete = true;
  for (const svg of document.querySelectorAll<SVGElement>('.board li:has(.star) > svg')) {
    const described = sparks[hashStart(svg.parentElement?.id ?? '')];
    if (described === undefined) isComplete = false;
    else if (drawn.get(svg) !== described) {
      drawn.set(svg, described);
      const [scale, d = ''] = described.split(' ');
      const path = document.createElementNS(SVG, 'path');
      setAttributes(path, { transform: `matrix(${HOUR_WIDTH} 0 0 ${scale} 0 1)`, d });
      svg.replaceChildren(path);
    }
  }
  return isComplete;
}

export function openSparks(): void {
  document.body.append(label);
  wide.addEventListener('change', () => void showSparks());
  for (const type of ['pointermove', 'pointerdown'] as const) {
    document.addEventListener(type, ({ target, clientX }) => {
      const spark = target instanceof Element ? target.closest<SVGSVGElement>('.board svg') : null;
      if (spark === null) hide();
      else show(spark, clientX);
    });
  }
  // After a finger lifts, the value stays until the finger touches something else.
  document.addEventListener('pointerout', ({ pointerType }) => {
    if (pointerType !== 'touch') hide();
  });
  document.addEventListener('scroll', hide, { passive: true });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
}

function show(spark: SVGSVGElement, x: number): void {
  const { left, top, bottom, width } = spark.getBoundingClientRect();
  const hour = Math.min(
    Math.max(Math.floor(((x - left) / width) * SPARK_HOURS), 0),
    SPARK_HOURS - 1,
  );
  const players = readHours(spark.querySelector('path')?.getAttribute('d') ?? '')[hour] ?? null;
  label.textContent = describe(hour, players);
  label.hidden = false;
  const at = left + (width * (hour + 0.5)) / SPARK_HOURS - label.offsetWidth / 2;
  label.style.left = `${Math.max(0, Math.min(at, innerWidth - label.offsetWidth))}px`;
  const above = top - label.offsetHeight - 4;
  label.style.top = `${above < 0 ? bottom + 4 : above}px`;
  const step = spark.clientWidth / SPARK_HOURS;
  setAttributes(mark, { x: hour * step, width: step, height: '100%' });
  spark.append(mark);
}

/** Describes an hour. The last hour is the one in which the list was made. */
function describe(hour: number, players: number | null): string {
  const madeAt = Date.parse(part('made')?.querySelector('time')?.dateTime ?? '');
  const start = (Math.floor(madeAt / HOUR_MS) - SPARK_HOURS + 1 + hour) * HOUR_MS;
  const time = formatOf(CLOCK).format(start);
  const texts = part('board')?.dataset ?? {};
  if (players === null) return fill(texts.unknown, { time });
  const form = new Intl.PluralRules(document.documentElement.lang).select(players);
  return fill(texts[form] ?? texts.other, { time, count: formatCount(players) });
}

function hide(): void {
  label.hidden = true;
  mark.remove();
}
