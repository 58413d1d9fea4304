// How long something lasts, as people type it.

const MINUTE_MS = 60_000;
const UNITS_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 1_440 * MINUTE_MS, w: 10_080 * MINUTE_MS };
const SPAN = /^([0-9]{1,6})([mhdw])$/;

/**
 * Milliseconds of a span such as `90m`, `12h`, `7d` or `2w`, in either case and with space around it,
 * also of one that is nothing, such as `0d`; `undefined` for any other text.
 */
export function readSpan(text: string): number | undefined {
  const [, count = '', unit = ''] = SPAN.exec(text.trim().toLowerCase()) ?? [];
  const unitMs = UNITS_MS[unit as keyof typeof UNITS_MS];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}
