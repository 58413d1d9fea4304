// The face of the module: what other modules may use of it.

export type { ServerModeration } from './moderation.ts';
export type { Rules } from './rules.ts';
