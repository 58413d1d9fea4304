// A server's last day in the list as a small picture: one block per hour, with the players as its height.

import type { Curve } from '../history/index.ts';
import { drawHours, HOUR_MS, MAX_PLAYERS, SPARK_HOURS } from './spark-hours.ts';

/** The height of the picture in pixels, as in the style sheet. */
const HEIGHT = 20;
/** The lowest top of the scale, so that two players do not look like many. */
const LOWEST_TOP = 4;

/** With fewer known hours, the picture would be a single dash. */
const MIN_HOURS = 3;

export interface Spark {
  /** The mean of each hour in whole players, oldest first; `null` for an unknown hour. */
  hours: readonly (number | null)[];
  lastHour: number;
}

export function drawSpark({ startAt, stepMs, means }: Curve): Spark | undefined {
  const hourOf = (index: number) => Math.floor((startAt + index * stepMs) / HOUR_MS);
  const lastHour = hourOf(means.length - 1);
  const sums = new Map<number, { sum: number; count: number }>();
  for (const [index, mean] of means.entries()) {
    if (mean === null) continue;
    const { sum, count } = sums.get(hourOf(index)) ?? { sum: 0, count: 0 };
    sums.set(hourOf(index), { sum: sum + mean, count: count + 1 });
  }
  const hours = Array.from({ length: SPARK_HOURS }, (_, index) => {
    const known = sums.get(lastHour - SPARK_HOURS + 1 + index);
    return known === undefined ? null : Math.min(Math.round(known.sum / known.count), MAX_PLAYERS);
  });
  const known = hours.filter((players) => players !== null);
  const fewest = Math.min(MIN_HOURS, lastHour - hourOf(0) + 1);
  if (known.length < Math.max(1, fewest)) return undefined;
  return { hours, lastHour };
}

/**
 * The path of a sparkline and its height in pixels for each player, as the browser's script reads them. The last hour
 * is the hour of `now`.
 */
export function describeSpark(spark: Spark, now: number): string {
  const shift = Math.floor(now / HOUR_MS) - spark.lastHour;
  const hours = spark.hours.map((_, index) => spark.hours[index + shift] ?? null);
  const top = Math.max(LOWEST_TOP, ...hours.map((players) => players ?? 0));
  // The lowest pixel is below zero, so that an hour without players is visible.
  return `${Number(((HEIGHT - 1) / top).toPrecision(3))} ${drawHours(hours)}`;
}
