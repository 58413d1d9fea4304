// The version of Muster, and the commit that it was built from.

import packageFacts from '../../../package.json' with { type: 'json' };

/** The build defines it; it is absent when the sources run directly. */
declare const MUSTER_BUILD: { commit: string; committedAt: number } | undefined;

export const version: string = packageFacts.version;

/** The commit that the binary was built from, and its time in seconds; `undefined` for unbuilt sources. */
export const builtFrom = typeof MUSTER_BUILD === 'undefined' ? undefined : MUSTER_BUILD;
