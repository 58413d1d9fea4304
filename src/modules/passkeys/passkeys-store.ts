// The store of passkeys.

import { and, asc, eq, lt } from 'drizzle-orm';
import { hasPassword } from '../../platform/lib/password-hashing.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import {
  countRows,
  findRow,
  hasRow,
  matches,
  removeRows,
  updateRows,
} from '../../platform/store/queries.ts';
import { registerIn } from '../registration/registration-store.ts';
import { noteRemovedPasskey, turnOnPasskeys } from '../two-factor/two-factor-store.ts';
import type { NewPasskey, PasskeyStore } from './passkey-ports.ts';

export function createPasskeyStore(db: Database): PasskeyStore {
  const { accounts, passkeys } = db.tables;
  const shown = <Row extends { publicKey: Uint8Array }>({ publicKey, ...row }: Row) => ({
    ...row,
    publicKey: new Uint8Array(publicKey),
  });

  const insert = (tx: Queries, { publicKey, ...passkey }: NewPasskey) =>
    tx.insert(passkeys).values({ ...passkey, publicKey: Buffer.from(publicKey) });

  return {
    async listPasskeys(accountId) {
      const isOwn = matches(passkeys, { accountId });
      return (await db.select().from(passkeys).where(isOwn).orderBy(asc(passkeys.id))).map(shown);
    },

    async findPasskey(credentialId) {
      const row = await findRow(db, passkeys, matches(passkeys, { credentialId }));
      return row && shown(row);
    },

    addPasskey: (passkey, { atMost, recoveryHashes, notes }) =>
      db.transaction(async (tx) => {
        const { accountId, credentialId, createdAt: at } = passkey;
        if ((await countRows(tx, passkeys, matches(passkeys, { accountId }))) >= atMost)
          return 'refused';
        if (await hasRow(tx, passkeys, matches(passkeys, { credentialId }))) return 'refused';
        const outcome = await turnOnPasskeys(tx, accountId, { recoveryHashes, at, notes });
        if (outcome === 'refused') return outcome;
        await insert(tx, passkey);
        return outcome;
      }),

    registerAccount: (request, passkey) =>
      db.transaction(async (tx) => {
        const { credentialId } = passkey;
        if (await hasRow(tx, passkeys, matches(passkeys, { credentialId }))) return 'refused';
        const outcome = await registerIn(tx, request);
        if (outcome.outcome !== 'registered') return outcome;
        const { id: accountId } = outcome.account;
        const given = { recoveryHashes: [], at: passkey.createdAt, notes: undefined };
        await turnOnPasskeys(tx, accountId, given);
        await insert(tx, { ...passkey, accountId });
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
        const isIt = matches(passkeys, { accountId, id });
        if (!(await hasRow(tx, passkeys, isIt))) return 'gone';
        const isLast = (await countRows(tx, passkeys, matches(passkeys, { accountId }))) === 1;
        const account = await findRow(tx, accounts, matches(accounts, { id: accountId }));
        if (isLast && account !== undefined && !hasPassword(account)) return 'needed';
        await removeRows(tx, passkeys, isIt);
        await noteRemovedPasskey(tx, accountId, { isLast, notes });
        return 'removed';
      }),
  };
}
