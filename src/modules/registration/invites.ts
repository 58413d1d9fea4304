// Invites: codes that let people register on a site where not everybody may.

import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createReadableCode } from '../../platform/lib/readable-code.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import type { InviteStore } from '../account/index.ts';

const MAX_USES = 10_000;
const MAX_DURATION_MS = 365 * 24 * 60 * 60_000;
// A code has 79 bits.
const CODE_GROUPS = 4;

export function createInvites({ invites, clock }: { invites: InviteStore; clock: Clock }) {
  return {
    /** Creates an invite. Its code is shown only now. Throws `invalid` for numbers out of range. */
    async createInvite({ uses, validMs }: { uses: number; validMs: number }) {
      if (!Number.isSafeInteger(uses) || uses < 1 || uses > MAX_USES) {
        throw new Failure('invalid', `An invite can be used 1 to ${MAX_USES} times.`);
      }
      if (!(validMs > 0 && validMs <= MAX_DURATION_MS)) {
        throw new Failure('invalid', 'An invite can be valid for a year at most.');
      }
      const code = createReadableCode(CODE_GROUPS);
      const createdAt = clock.now();
      const invite = await invites.addInvite({
        codeHash: hashInviteCode(code),
        uses,
        usesLeft: uses,
        createdAt,
        expiresAt: createdAt + validMs,
      });
      return { invite, code };
    },
    /** Oldest first, with used-up and expired ones. */
    listInvites: () => invites.listInvites(),
    async revokeInvite(id: number) {
      if (Number.isSafeInteger(id) && (await invites.removeInvite(id))) return;
      throw new Failure(
        'not_found',
        'There is no invite with this number. muster invite list shows them.',
      );
    },
  };
}

export type Invites = ReturnType<typeof createInvites>;

/** The stored form of a code. Case, spaces and hyphens make no difference. */
export function hashInviteCode(code: string): string {
  return sha256Hex(`muster invite ${readCode(code)}`);
}
