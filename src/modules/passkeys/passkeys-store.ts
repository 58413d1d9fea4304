// The store of passkeys.

import { and, asc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { noteRemovedPasskey, turnOnPasskeys } from '../two-factor/two-factor-store.ts';
import type { PasskeyStore } from './passkey-ports.ts';

export function createPasskeyStore(db: Database): PasskeyStore {
  const { passkeys } = db.tables;
  const shown = <Row extends { publicKey: Uint8Array }>({ publicKey, ...row }: Row) => ({
    ...row,
    publicKey: new Uint8Array(publicKey),
  });

  return {
    async listPasskeys(accountId) {
      const isOwn = matches(passkeys, { accountId });
      return (await db.select().from(passkeys).where(isOwn).orderBy(asc(passkeys.id))).map(shown);
    },

    async findPasskey(credentialId) {
      const row = await findRow(db, passkeys, matches(passkeys, { credentialId }));
      return row && shown(row);
    },

    addPasskey: ({ publicKey, ...passkey }, { atMost, recoveryHashes, notes }) =>
      db.transaction(async (tx) => {
        const { accountId, credentialId, createdAt: at } = passkey;
        if ((await countRows(tx, passkeys, matches(passkeys, { accountId }))) >= atMost)
          return 'refused';
        if (await hasRow(tx, passkeys, matches(passkeys, { credentialId }))) return 'refused';
        const outcome = await turnOnPasskeys(tx, accountId, { recoveryHashes, at, notes });
        if (outcome === 'refused') return outcome;
        await tx.insert(passkeys).values({ ...passkey, publicKey: Buffer.from(publicKey) });
        return outcome;
      }),

    usePasskey: (id, counter, lastUsedAt) =>
      db.transaction(async (tx) => {
        const isIt = matches(passkeys, { id });
        // A passkey that never counts stays at zero.
        const counts = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
        const changes = { counter, lastUsedAt };
        if ((await updateRows(tx, passkeys, changes, and(isIt, counts))) > 0) return 'used';
        return (await hasRow(tx, passkeys, isIt)) ? 'copied' : 'gone';
      }),

    removePasskey: (accountId, id, notes) =>
      db.transaction(async (tx) => {
        const isOwn = matches(passkeys, { accountId });
        if ((await removeRows(tx, passkeys, matches(passkeys, { accountId, id }))) === 0)
          return false;
        const isLast = !(await hasRow(tx, passkeys, isOwn));
        await noteRemovedPasskey(tx, accountId, { isLast, notes });
        return true;
      }),
  };
}
