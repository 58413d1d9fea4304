// Names that nobody may register, since other people would mistake their owner for somebody else.

import { skeletonOf } from '../../lib/name-skeleton.ts';
import { sha256Hex } from '../../lib/sha256.ts';

/** In groups: who runs things, what machines answer as, what game servers print, what means nobody. */
const RESERVED = `
  admin admins administrator administrators moderator moderators mod mods operator operators op ops
  owner owners founder staff team crew sysop sysadmin superuser root helper helpers developer dev devs
  support help helpdesk security official trusted abuse billing legal privacy press
  muster system server servers service master masterserver console terminal daemon bot bots robot
  webmaster postmaster hostmaster mailer mailer.daemon noreply no.reply no_reply info mail email
  api www web site login logout register account accounts session password verify reset
  all everyone everybody here nobody none null nil undefined void unknown anonymous anon guest guests
  player players user users username name you me self host client test tests
  classicube mcgalaxy mojang minecraft notch
`;

const embedded = new Set(RESERVED.trim().split(/\s+/).map(skeletonOf));

/** Makes the check whether a name, or one that looks like it, is reserved: by this list or the operator's. */
export function createReservedNames(further: readonly string[]): (name: string) => boolean {
  const own = new Set(further.map(skeletonOf));
  return (name) => {
    const skeleton = skeletonOf(name);
    return embedded.has(skeleton) || own.has(skeleton);
  };
}

/** What a released name is remembered by, lower-case hex: the name itself is not kept. */
export function hashSkeleton(name: string): string {
  return sha256Hex(`muster name ${skeletonOf(name)}`);
}
