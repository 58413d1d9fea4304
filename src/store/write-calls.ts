// Which methods of the repositories write, and how a call is passed to the thread that writes.

import { currentLanguage, inLanguage, type Language } from '../messages/language.ts';
import type { ServerBatch, StoredServer } from '../servers/ports.ts';
import { mapMethods, type Repositories } from './repositories.ts';

/** Whether a method only reads, or needs the connection that writes. */
type Access = 'read' | 'write';

/**
 * What each method of each repository needs. A method of a port that is missing here does not compile.
 */
const ACCESS: {
  readonly [Name in keyof Repositories]: {
    readonly [Method in keyof Repositories[Name]]: Access;
  };
} = {
  servers: { loadServers: 'read', saveBatch: 'write' },
  history: {
    loadMinutes: 'read',
    listMinutes: 'read',
    loadRecords: 'read',
    saveMinute: 'write',
    removeMinutes: 'write',
    findSeries: 'read',
    findSeriesOf: 'read',
    listSeries: 'read',
    readChunks: 'read',
    saveCompaction: 'write',
  },
  moderation: {
    listFeatured: 'read',
    addFeatured: 'write',
    removeFeatured: 'write',
    listBans: 'read',
    addBan: 'write',
    removeBan: 'write',
    listUnlisted: 'read',
    addUnlisted: 'write',
    removeUnlisted: 'write',
    listCountries: 'read',
    setCountry: 'write',
    removeCountry: 'write',
    listFilterWords: 'read',
    addFilterWord: 'write',
    removeFilterWord: 'write',
  },
  claims: {
    listClaims: 'read',
    describeOwners: 'read',
    listCodes: 'read',
    saveCode: 'write',
    completeClaim: 'write',
    updateClaim: 'write',
    releaseClaim: 'write',
    removeClaim: 'write',
    saveAddressCode: 'write',
    findAddressCode: 'read',
    spendAddressCode: 'write',
    clearTexts: 'write',
  },
  reports: {
    addReport: 'write',
    listReports: 'read',
    countOpenReports: 'read',
    listReportsOf: 'read',
    findReport: 'read',
    hasOpenReport: 'read',
    listReportedServers: 'read',
    closeReports: 'write',
  },
  accounts: {
    insertAccount: 'write',
    findAccountByName: 'read',
    findAccountById: 'read',
    listAccounts: 'read',
    updateAccount: 'write',
    replacePasswordHash: 'write',
    deleteAccount: 'write',
    summariseAccounts: 'read',
    countRegistrations: 'read',
  },
  administration: {
    searchAccounts: 'read',
    countAccounts: 'read',
    addAccount: 'write',
    changeAccount: 'write',
    removeAccount: 'write',
  },
  sessions: {
    startSession: 'write',
    listSessions: 'read',
    endOtherSessions: 'write',
    findSession: 'read',
    markSessionUsed: 'write',
    endSession: 'write',
    removeExpiredSessions: 'write',
  },
  outbox: {
    addEmailJob: 'write',
    listEmailJobs: 'read',
    replaceEmailJob: 'write',
    addToOutbox: 'write',
    listDue: 'read',
    measureOutbox: 'read',
    hasStuckEmail: 'read',
    listOutbox: 'read',
    findOutboxEntry: 'read',
    postponeEmail: 'write',
    markFailed: 'write',
    retryEmail: 'write',
    retryFailedEmails: 'write',
    removeFromOutbox: 'write',
    dropFromOutbox: 'write',
    removeFailedEmails: 'write',
  },
  audit: { listActions: 'read' },
  health: { checkWrite: 'write', compareMigrations: 'read' },
  registration: {
    register: 'write',
    findNameObstacle: 'read',
    findAccountsByEmail: 'read',
    hasAdministrator: 'read',
    addFirstAdministratorLink: 'write',
    isFirstAdministratorLinkGood: 'read',
    apply: 'write',
    remove: 'write',
    removeUnverified: 'write',
    readEverything: 'read',
  },
  secrets: {
    findSecret: 'read',
    findByToken: 'read',
    putSecret: 'write',
    spendToken: 'write',
    spendCode: 'write',
    removeExpired: 'write',
  },
  invites: {
    addInvite: 'write',
    listInvites: 'read',
    isInviteGood: 'read',
    removeInvite: 'write',
  },
  security: {
    findSecurity: 'read',
    startTotp: 'write',
    confirmTotp: 'write',
    spendTotpStep: 'write',
    turnOffTotp: 'write',
    turnOnMailCodes: 'write',
    turnOffMailCodes: 'write',
    replaceRecoveryCodes: 'write',
    spendRecoveryCode: 'write',
    countRecoveryCodes: 'read',
    addLoginCode: 'write',
    describeLoginCodes: 'read',
    spendLoginCode: 'write',
    protectUntil: 'write',
    removeOldLoginCodes: 'write',
  },
  devices: { listDevices: 'read', forgetDevices: 'write', removeExpiredDevices: 'write' },
  site: {
    loadSite: 'read',
    saveValues: 'write',
    removeValue: 'write',
    saveNotice: 'write',
    removeNotice: 'write',
  },
  accountLog: { addLogEntry: 'write', listLogEntries: 'read', removeOldLogEntries: 'write' },
};

/** A call of a method that writes, as data. */
export interface WriteCall {
  repository: keyof Repositories;
  method: string;
  args: readonly unknown[];
  /** In which the failures of the call are said. */
  language: Language;
}

/** The same repositories, in which every method that writes calls `write` instead. */
export function withWrites(
  repositories: Repositories,
  write: (call: WriteCall) => Promise<unknown>,
): Repositories {
  return mapMethods(repositories, (method, repository, name) =>
    accessOf(repository, name) === 'read'
      ? method
      : (...args) => write({ repository, method: name, args, language: currentLanguage() }),
  );
}

/** Whether a method writes. */
export function accessOf(repository: keyof Repositories, method: string): Access | undefined {
  return (ACCESS[repository] as Readonly<Record<string, Access>>)[method];
}

/** Makes a call that `packCall` prepared. */
export async function doCall(repositories: Repositories, call: WriteCall): Promise<unknown> {
  const { repository, method, args, language } = call;
  const given = isBatch(call) ? args.map((arg) => unpackBatch(arg as PackedBatch)) : args;
  return inLanguage(language, () => callMethod(repositories, repository, method, given));
}

/** Calls a method by the names of its repository and its own. */
export function callMethod(
  repositories: Repositories,
  repository: keyof Repositories,
  method: string,
  args: readonly unknown[],
): unknown {
  const methods = repositories[repository] as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  return methods[method]?.(...args);
}

/** Prepares a call for being copied to another thread. */
export function packCall(call: WriteCall): WriteCall {
  return isBatch(call)
    ? { ...call, args: call.args.map((arg) => packBatch(arg as ServerBatch)) }
    : call;
}

/** Whether a call that `packCall` prepared holds thousands of servers. */
export function isLarge(call: WriteCall): boolean {
  return isBatch(call) && call.args.some((arg) => (arg as PackedBatch).saved.length > MANY_TEXTS);
}

function isBatch({ repository, method }: WriteCall): boolean {
  return repository === 'servers' && method === 'saveBatch';
}

/** Ten thousand servers are copied to another thread as texts in 3 ms, as objects in 11 ms. */
interface PackedBatch extends Omit<ServerBatch, 'saved'> {
  /** JSON of a limited number of servers each, so that few of them are objects at a time. */
  saved: string[];
}

const SERVERS_IN_A_TEXT = 200;
const MANY_TEXTS = 10;

function packBatch({ saved, ...batch }: ServerBatch): PackedBatch {
  const texts: string[] = [];
  for (let index = 0; index < saved.length; index += SERVERS_IN_A_TEXT) {
    texts.push(JSON.stringify(saved.slice(index, index + SERVERS_IN_A_TEXT)));
  }
  return { ...batch, saved: texts };
}

function unpackBatch({ saved, ...batch }: PackedBatch) {
  return { ...batch, saved: unpackServers(saved) };
}

function* unpackServers(texts: readonly string[]): Generator<StoredServer> {
  for (const text of texts) yield* JSON.parse(text) as StoredServer[];
}
