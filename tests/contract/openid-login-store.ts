// What every store of links to an OpenID provider must do.

import { expect, test } from 'bun:test';
import { LOG_BOUNDS, toLogEntry } from '../../src/modules/account/account-log.ts';
import { type OpenFresh, openWithTwo, sampleEmailJob } from './fresh-stores.ts';

const IDENTITY = { issuer: 'https://id.example.net', subject: 'Alice' };
const linkOf = (accountId: number, changes: object = {}) => ({
  ...{ accountId, ...IDENTITY, linkedAt: 5, ...changes },
});
const notes = {
  entry: toLogEntry(7, 'login provider linked', { detail: 'Example' }),
  bounds: LOG_BOUNDS,
  emailJobs: [sampleEmailJob()],
};

/** Runs the suite; call it inside a `describe` that names the engine. */
export function describeOpenIdLinkStore(openFresh: OpenFresh): void {
  test('a link is found by its account and by its exact identity, and its notes are written', async () => {
    using stores = await openWithTwo(openFresh);
    const { openIdLinks, accountLog } = stores;
    expect(await openIdLinks.addLink(linkOf(1), notes)).toBe('added');
    expect(await openIdLinks.findLink(1)).toEqual(linkOf(1));
    expect(await openIdLinks.findLink(2)).toBeUndefined();
    expect(await openIdLinks.findLinkedAccount(IDENTITY)).toBe(1);
    for (const other of [{ subject: 'alice' }, { issuer: 'https://other.example.net' }]) {
      expect(await openIdLinks.findLinkedAccount({ ...IDENTITY, ...other })).toBeUndefined();
    }
    expect(await accountLog.listLogEntries(1)).toMatchObject([{ event: 'login provider linked' }]);
  });

  test('one identity is for one account, and one account has one; a refusal writes no notes', async () => {
    using stores = await openWithTwo(openFresh);
    const { openIdLinks, accountLog } = stores;
    await openIdLinks.addLink(linkOf(1));
    expect(await openIdLinks.addLink(linkOf(2), notes)).toBe('taken');
    expect(await openIdLinks.addLink(linkOf(1, { subject: 'more' }), notes)).toBe('refused');
    expect(await openIdLinks.addLink(linkOf(3, { subject: 'gone' }), notes)).toBe('refused');
    for (const id of [1, 2]) expect(await accountLog.listLogEntries(id)).toEqual([]);
    expect(await openIdLinks.addLink(linkOf(2, { subject: 'alice' }))).toBe('added');
  });

  test('a link ends when it is removed, with a reset of the second factors, and with its account', async () => {
    using stores = await openWithTwo(openFresh);
    const { openIdLinks, accountLog } = stores;
    await openIdLinks.addLink(linkOf(1));
    expect(await openIdLinks.removeLink(2, notes)).toBe(false);
    expect(await openIdLinks.removeLink(1, notes)).toBe(true);
    expect(await openIdLinks.findLinkedAccount(IDENTITY)).toBeUndefined();
    expect(await accountLog.listLogEntries(1)).toHaveLength(1);
    expect(await accountLog.listLogEntries(2)).toEqual([]);

    await openIdLinks.addLink(linkOf(1));
    await openIdLinks.addLink(linkOf(2, { subject: 'bob' }));
    const one = { id: 1, name: 'Alice', role: 'player' } as const;
    const reset = { entries: [], endSessions: false, forgetsTwoFactor: true };
    await stores.administration.changeAccount(one, {}, reset);
    await stores.accounts.deleteAccount(2);
    for (const id of [1, 2]) expect(await openIdLinks.findLink(id)).toBeUndefined();
  });
}
