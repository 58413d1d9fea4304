// The sparklines of the list: shows the players of the hour under the pointer, in the reader's time zone.

import { part } from '../../platform/views/page-parts-browser.ts';
import { CLOCK } from '../history/plot-times.ts';
import { fill, formatCount, formatOf, SVG, setAttributes } from '../history/plots-browser.ts';
import { HOUR_MS, readHours, SPARK_HOURS } from './spark-hours.ts';

const label = Object.assign(document.createElement('div'), {
  className: 'spark-value',
  hidden: true,
});
// The label follows the pointer; screen readers find the day on the server's page.
label.ariaHidden = 'true';
const mark = document.createElementNS(SVG, 'rect');

export function openSparks(): void {
  document.body.append(label);
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
