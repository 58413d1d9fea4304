// The version of Muster.

import packageFacts from '../../package.json' with { type: 'json' };

/** The version, such as `0.1.0`. */
export const version: string = packageFacts.version;
