// The list of tags that operators choose from.

import { Failure } from '../../platform/lib/failure.ts';
import { quote } from '../../platform/lib/text.ts';
import type { TagChange } from './claim-ports.ts';
import { claimFailures } from './messages.ts';

/** The tags of a new site. Administrators add and remove tags. */
const DEFAULT_TAGS = [
  ...['adventure', 'building', 'community', 'creative', 'ctf', 'events', 'freebuild', 'lava'],
  ...['minigames', 'parkour', 'pvp', 'roleplay', 'spleef', 'survival', 'tnt', 'zombie'],
];
/** Operators see all of them at once. */
export const MAX_TAGS = 50;

const TAG = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,18}[\p{L}\p{N}])$/u;

/** Checks a tag for the list. Throws `invalid`. */
export function requireTag(text: string): string {
  const tag = text.trim().toLowerCase();
  if (TAG.test(tag)) return tag;
  throw new Failure('invalid', claimFailures.texts.tag(quote(text)));
}

/** The list that operators choose from, A to Z. `addedAt` is 0 for the tags of a new site. */
export function listTags(changes: readonly TagChange[]): { tag: string; addedAt: number }[] {
  const tags = new Map(DEFAULT_TAGS.map((tag) => [tag, 0]));
  for (const { tag, isOffered, changedAt } of changes) {
    if (isOffered) tags.set(tag, changedAt);
    else tags.delete(tag);
  }
  return [...tags]
    .map(([tag, addedAt]) => ({ tag, addedAt }))
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
}
