// The store of links between accounts and an OpenID provider.

import type { Database } from '../../platform/store/engine.ts';
import { findRow, hasRow, matches, removeRows } from '../../platform/store/queries.ts';
import { addSecurity, writeNotes } from '../two-factor/two-factor-store.ts';
import type { OpenIdLinkStore } from './openid-login-ports.ts';

export function createOpenIdLinkStore(db: Database): OpenIdLinkStore {
  const { openIdLinks: links } = db.tables;
  return {
    findLink: (accountId) => findRow(db, links, matches(links, { accountId })),

    async findLinkedAccount({ issuer, subject }) {
      return (await findRow(db, links, matches(links, { issuer, subject })))?.accountId;
    },

    addLink: (link, notes) =>
      db.transaction(async (tx) => {
        const { accountId, issuer, subject } = link;
        if (await hasRow(tx, links, matches(links, { accountId }))) return 'refused';
        if (await hasRow(tx, links, matches(links, { issuer, subject }))) return 'taken';
        if (!(await addSecurity(tx, accountId))) return 'refused';
        await tx.insert(links).values(link);
        await writeNotes(tx, accountId, notes);
        return 'added';
      }),

    removeLink: (accountId, notes) =>
      db.transaction(async (tx) => {
        const isRemoved = (await removeRows(tx, links, matches(links, { accountId }))) > 0;
        if (isRemoved) await writeNotes(tx, accountId, notes);
        return isRemoved;
      }),
  };
}
