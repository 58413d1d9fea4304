// The face of the module: what other modules may use of it.

export { toPlayer } from './player-list.ts';
export type { Ranking } from './ranking.ts';
export type { PublicList } from './ready-list.ts';
export { softwareFamily } from './search.ts';
