// The store of what players allow clients, and of the logins and tokens that follow from it.

import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notInArray,
} from 'drizzle-orm';
import { removeAged } from '../../platform/store/clock-leaps.ts';
import type { Database, Queries } from '../../platform/store/engine.ts';
import { findRow, matches, removeRows, updateRows } from '../../platform/store/queries.ts';
import { writeLogEntry } from '../account/account-log-store.ts';
import { isSuspended } from '../account/account-store.ts';
import type { OpenidGrantStore } from './openid-ports.ts';

export const createOpenidGrantStore = (db: Database): OpenidGrantStore => ({
  ...createConsentQueries(db),
  ...createGrantQueries(db),
  ...createTokenQueries(db),
});

function createConsentQueries(db: Database) {
  const { accounts, openidClients, openidConsents } = db.tables;
  return {
    async listConsents(accountId) {
      const { id, scopes, createdAt, lastUsedAt } = openidConsents;
      return db
        .select({ id, clientName: openidClients.name, scopes, createdAt, lastUsedAt })
        .from(openidConsents)
        .innerJoin(openidClients, eq(openidClients.id, openidConsents.clientNumber))
        .where(matches(openidConsents, { accountId }))
        .orderBy(desc(lastUsedAt), desc(id));
    },

    findConsentScopes: async (accountId, clientId) =>
      (await findConsent(db, db, accountId, clientId))?.scopes,

    keepConsent: (accountId, clientId, { scopes, at, note, bounds }) =>
      db.transaction(async (tx) => {
        const client = await findRow(tx, openidClients, matches(openidClients, { clientId }));
        const account = await findRow(tx, accounts, eq(accounts.id, accountId));
        if (client === undefined || account === undefined) return;
        const known = await findConsent(db, tx, accountId, clientId);
        const all = [...new Set([...(known?.scopes ?? []), ...scopes])];
        if (known !== undefined && all.length === known.scopes.length) return;
        const row = { accountId, clientNumber: client.id, createdAt: at, lastUsedAt: at };
        await tx
          .insert(openidConsents)
          .values({ ...row, scopes: all })
          .onConflictDoUpdate({
            target: [openidConsents.accountId, openidConsents.clientNumber],
            set: { scopes: all },
          });
        await writeLogEntry(tx, accountId, note, bounds);
      }),

    removeConsent: (accountId, id, { note, bounds }) =>
      db.transaction(async (tx) => {
        const isOwn = matches(openidConsents, { accountId, id });
        const isRemoved = (await removeRows(tx, openidConsents, isOwn)) > 0;
        if (isRemoved) await writeLogEntry(tx, accountId, note, bounds);
        return isRemoved;
      }),
  } satisfies Partial<OpenidGrantStore>;
}

function createGrantQueries(db: Database) {
  const { accounts, openidClients, openidConsents, openidGrants, openidTokens } = db.tables;
  return {
    addGrant: (accountId, clientId, { scopes, ...grant }, most) =>
      db.transaction(async (tx) => {
        const consent = await findConsent(db, tx, accountId, clientId);
        const account = await findRow(tx, accounts, eq(accounts.id, accountId));
        if (consent === undefined || account === undefined) return false;
        const { sessionsEnded } = account;
        const consentId = consent.id;
        await tx
          .insert(openidGrants)
          .values({ ...grant, consentId, sessionsEnded, scopes: [...scopes] });
        const isOther = matches(openidGrants, { consentId });
        const newest = tx
          .select({ id: openidGrants.id })
          .from(openidGrants)
          .where(isOther)
          .orderBy(desc(openidGrants.id))
          .limit(most);
        await tx.delete(openidGrants).where(and(isOther, notInArray(openidGrants.id, newest)));
        return true;
      }),

    async findGrant(uid, now) {
      const { scopes, expiresAt } = openidGrants;
      const { accountId } = openidConsents;
      const [found] = await db
        .select({ accountId, clientId: openidClients.clientId, scopes, expiresAt })
        .from(openidGrants)
        .innerJoin(openidConsents, eq(openidConsents.id, openidGrants.consentId))
        .innerJoin(openidClients, eq(openidClients.id, openidConsents.clientNumber))
        .where(
          and(matches(openidGrants, { uid }), inArray(openidGrants.id, selectLiveGrants(db, now))),
        );
      return found;
    },

    async removeGrant(uid) {
      await removeRows(db, openidGrants, matches(openidGrants, { uid }));
    },

    removeExpiredGrants: (now) =>
      db.transaction(async (tx) => {
        await removeAged(tx, openidTokens, lt(openidTokens.expiresAt, now), now);
        await removeAged(tx, openidGrants, lt(openidGrants.expiresAt, now), now);
      }),
  } satisfies Partial<OpenidGrantStore>;
}

function createTokenQueries(db: Database) {
  const { openidConsents, openidGrants, openidTokens } = db.tables;
  return {
    addToken: ({ grantUid, ...token }, most, now) =>
      db.transaction(async (tx) => {
        const grant = await findRow(tx, openidGrants, matches(openidGrants, { uid: grantUid }));
        if (grant === undefined) return false;
        const { id: grantId, consentId } = grant;
        const { kind, expiresAt } = token;
        await tx.insert(openidTokens).values({ ...token, grantId });
        // After the clock was set back, the new token expires before older ones.
        const isOther = and(
          matches(openidTokens, { grantId, kind }),
          ne(openidTokens.idHash, token.idHash),
        );
        const newest = tx
          .select({ idHash: openidTokens.idHash })
          .from(openidTokens)
          .where(isOther)
          .orderBy(desc(openidTokens.expiresAt))
          .limit(most - 1);
        await tx.delete(openidTokens).where(and(isOther, notInArray(openidTokens.idHash, newest)));
        const isShorter = and(eq(openidGrants.id, grantId), lt(openidGrants.expiresAt, expiresAt));
        await updateRows(tx, openidGrants, { expiresAt }, isShorter);
        await updateRows(tx, openidConsents, { lastUsedAt: now }, eq(openidConsents.id, consentId));
        return true;
      }),

    findToken: async (idHash, kind, now) =>
      findRow(
        db,
        openidTokens,
        and(
          matches(openidTokens, { idHash, kind }),
          gt(openidTokens.expiresAt, now),
          inArray(openidTokens.grantId, selectLiveGrants(db, now)),
        ),
      ),

    async consumeToken(idHash, now) {
      const isFresh = and(matches(openidTokens, { idHash }), isNull(openidTokens.consumedAt));
      return (await updateRows(db, openidTokens, { consumedAt: now }, isFresh)) > 0;
    },

    async removeToken(idHash) {
      await removeRows(db, openidTokens, matches(openidTokens, { idHash }));
    },

    async removeTokensOf(grantUid) {
      const ids = db
        .select({ id: openidGrants.id })
        .from(openidGrants)
        .where(matches(openidGrants, { uid: grantUid }));
      await db.delete(openidTokens).where(inArray(openidTokens.grantId, ids));
    },
  } satisfies Partial<OpenidGrantStore>;
}

/** What an account allows a client. */
async function findConsent(db: Database, of: Queries, accountId: number, clientId: string) {
  const { openidClients, openidConsents } = db.tables;
  const [consent] = await of
    .select({ id: openidConsents.id, scopes: openidConsents.scopes })
    .from(openidConsents)
    .innerJoin(openidClients, eq(openidClients.id, openidConsents.clientNumber))
    .where(and(matches(openidConsents, { accountId }), eq(openidClients.clientId, clientId)));
  return consent;
}

/** The logins that nothing has ended. */
function selectLiveGrants(db: Database, now: number) {
  const { accounts, openidClients, openidConsents, openidGrants } = db.tables;
  return db
    .select({ id: openidGrants.id })
    .from(openidGrants)
    .innerJoin(openidConsents, eq(openidConsents.id, openidGrants.consentId))
    .innerJoin(openidClients, eq(openidClients.id, openidConsents.clientNumber))
    .innerJoin(accounts, eq(accounts.id, openidConsents.accountId))
    .where(
      and(
        gt(openidGrants.expiresAt, now),
        eq(openidGrants.sessionsEnded, accounts.sessionsEnded),
        eq(openidClients.isActive, true),
        isNotNull(accounts.verifiedAt),
        not(isSuspended(db.tables, now)),
      ),
    );
}
