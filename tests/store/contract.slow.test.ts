// Runs the contract suites on SQLite, in memory, in a file, and with a thread that writes.

import { afterAll, describe } from 'bun:test';
import { openServiceStore } from '../../src/store/sqlite/open-service-store.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { describeAccountLogStore } from '../contract/account-log-store.ts';
import { describeAccountStore } from '../contract/account-store.ts';
import { describeAdministrationStore } from '../contract/administration-store.ts';
import { describeAuditLog } from '../contract/audit-log.ts';
import { describeClaimStore } from '../contract/claim-store.ts';
import { describeDeviceStore } from '../contract/device-store.ts';
import type { FreshStores, OpenFresh } from '../contract/fresh-stores.ts';
import { describeHistoryStore } from '../contract/history-store.ts';
import { describeModerationStore } from '../contract/moderation-store.ts';
import { describeOutboxStore } from '../contract/outbox-store.ts';
import { describeRegistrationStore } from '../contract/registration-store.ts';
import { describeReportStore } from '../contract/report-store.ts';
import { describeSecretStore } from '../contract/secret-store.ts';
import { describeSecurityStore } from '../contract/security-store.ts';
import { describeServerStore } from '../contract/server-store.ts';
import { describeSessionStore } from '../contract/session-store.ts';
import { describeSiteStore } from '../contract/site-store.ts';
import { openTestStore, UNHEARD } from '../support/store.ts';
import { makeFolder } from './folders.ts';

function openInFile(): FreshStores {
  const folder = makeFolder();
  const store = openStore({ folder: folder.path });
  return {
    ...store,
    [Symbol.dispose]() {
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Threads and folders that the tests left; they take a moment to close. */
const closing: Promise<void>[] = [];
afterAll(() => Promise.all(closing));

function openWithWriter(): FreshStores {
  const folder = makeFolder();
  const store = openServiceStore(folder.path, { service: UNHEARD });
  return {
    ...store,
    [Symbol.dispose]() {
      const close = async () => {
        await store[Symbol.asyncDispose]();
        folder[Symbol.dispose]();
      };
      closing.push(close());
    },
  };
}

const engines: [string, OpenFresh][] = [
  ['SQLite in memory', openTestStore],
  ['SQLite in a file', openInFile],
  ['SQLite with a thread that writes', openWithWriter],
];

for (const [engine, openFresh] of engines) {
  describe(`${engine}: servers`, () => describeServerStore(openFresh));
  describe(`${engine}: history`, () => describeHistoryStore(openFresh));
  describe(`${engine}: moderation`, () => describeModerationStore(openFresh));
  describe(`${engine}: claims`, () => describeClaimStore(openFresh));
  describe(`${engine}: reports`, () => describeReportStore(openFresh));
  describe(`${engine}: audit log`, () => describeAuditLog(openFresh));
  describe(`${engine}: accounts`, () => describeAccountStore(openFresh));
  describe(`${engine}: registration`, () => describeRegistrationStore(openFresh));
  describe(`${engine}: secrets`, () => describeSecretStore(openFresh));
  describe(`${engine}: administration`, () => describeAdministrationStore(openFresh));
  describe(`${engine}: sessions`, () => describeSessionStore(openFresh));
  describe(`${engine}: outbox`, () => describeOutboxStore(openFresh));
  describe(`${engine}: second factors`, () => describeSecurityStore(openFresh));
  describe(`${engine}: devices`, () => describeDeviceStore(openFresh));
  describe(`${engine}: the site`, () => describeSiteStore(openFresh));
  describe(`${engine}: logs of accounts`, () => describeAccountLogStore(openFresh));
}
