// The face of the module: the parts that other modules may use.

export { joinLocally, localQuery } from './local-address.ts';
export { toPlayer } from './player-list.ts';
export type { Ranking } from './ranking.ts';
export type { PublicList } from './ready-list.ts';
export { softwareFamily } from './search.ts';
