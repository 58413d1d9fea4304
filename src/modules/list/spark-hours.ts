// Sparklines between the service and the browser: where they are, and their hours as an SVG path, which the script reads back.

/** Where the script gets the sparklines of a page, with the query of the page. */
export const SPARKS_PATH = '/server/list/sparks';

export const SPARK_HOURS = 24;

/** The part of a hash by which a page tells its servers apart. */
export const hashStart = (hash: string): string => hash.slice(0, 8);

export const HOUR_MS = 3_600_000;

/** The largest player count that a sparkline shows, which is the largest of a heartbeat. */
export const MAX_PLAYERS = 65_535;

/** The bottom of the blocks, far below the visible part of every sparkline. */
const GROUND = '-9e3';

/**
 * Draws a block for each known hour, as high as its players; upwards is positive. Neighbours of equal height share a
 * step. The height of a block is its difference from the block before: differences are small and repeat, so they
 * compress well.
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
