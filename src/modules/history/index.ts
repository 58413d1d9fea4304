// The face of the module: what other modules may use of it.

export type { History } from './history.ts';
export { type Curve, columnsOf, drawBlocks, type Frame, roundUp } from './history-line.ts';
export type { HistoryRecord, HistoryStore, KnownServer } from './history-ports.ts';
export type { Rhythm } from './history-rhythm.ts';
export { localeOf, type Period } from './plot-times.ts';
