// The face of the module: the parts that other modules may use.

export type { ServerModeration } from './moderation.ts';
export type { Rules } from './rules.ts';
