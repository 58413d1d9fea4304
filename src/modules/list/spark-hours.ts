// The hours of a sparkline as the data of an SVG path, and back: the browser's script reads its values there.

export const SPARK_HOURS = 24;

export const HOUR_MS = 3_600_000;

/** The most players that a sparkline tells apart: as many as a heartbeat may have. */
export const MAX_PLAYERS = 65_535;

/** From here the blocks stand, out of sight: lower than any sparkline goes below zero. */
const GROUND = '-9e3';

/**
 * A block for each hour that is known, as high as its players; upwards is positive. Neighbours of one height
 * are one step. Beside another block a height is its difference: these are small, and alike.
 */
export function drawHours(hours: readonly (number | null)[]): string {
  const steps: string[] = [];
  let before: number | null = null;
  for (let from = 0, to = 0; from < hours.length; from = to) {
    const players: number | null = hours[from] ?? null;
    while (to < hours.length && hours[to] === players) to += 1;
    steps.push(rise(before, players), `h${to - from}`);
    before = players;
  }
  return `M0${GROUND}${steps.join('')}V${GROUND}`;
}

function rise(before: number | null, players: number | null): string {
  return before === null || players === null ? `V${players ?? GROUND}` : `v${players - before}`;
}

export function readHours(path: string): (number | null)[] {
  let height = 0;
  return [...path.matchAll(/([Vv])(-?\d+|-9e3)h(\d+)/g)].flatMap(([, command, step, width]) => {
    height = Number(step) + (command === 'v' ? height : 0);
    return Array<number | null>(Number(width)).fill(height === Number(GROUND) ? null : height);
  });
}
