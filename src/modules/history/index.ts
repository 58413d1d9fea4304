// The face of the module: the parts that other modules may use.

export type { History } from './history.ts';
export { type Curve, columnsOf, drawBlocks, type Frame, roundUp } from './history-line.ts';
export type { HistoryRecord, HistoryStore, KnownServer } from './history-ports.ts';
export type { Rhythm } from './history-rhythm.ts';
export { localeOf, type Period } from './plot-times.ts';
export type { Presence } from './presence.ts';
