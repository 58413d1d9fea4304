// The tables of SQLite, one after another; those of accounts first, since others refer to them.

import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * Accounts. One account a row. AUTOINCREMENT keeps the id of a deleted account from being given again. The keys
 * hold folded forms: a name is unique, an e-mail address among those that were confirmed, and a skeleton shows
 * which names look alike. `rulesVersion` names the text of the rules that its owner agreed to last; it is null
 * where there were none.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull().unique(),
    nameSkeleton: text('name_skeleton').notNull().default(''),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    emailConfirmedAt: integer('email_confirmed_at'),
    passwordHash: text('password_hash').notNull(),
    verifiedAt: integer('verified_at'),
    suspendedAt: integer('suspended_at'),
    suspendedUntil: integer('suspended_until'),
    suspensionReason: text('suspension_reason').notNull(),
    role: text('role', { enum: ['player', 'moderator', 'administrator'] })
      .notNull()
      .default('player'),
    flags: text('flags').notNull(),
    forumTitle: text('forum_title').notNull(),
    isPremium: integer('is_premium', { mode: 'boolean' }).notNull(),
    registeredAt: integer('registered_at').notNull(),
    rulesVersion: text('rules_version'),
    rulesAgreedAt: integer('rules_agreed_at'),
    /** In which its emails are written. */
    language: text('language', { enum: ['en', 'de'] })
      .notNull()
      .default('en'),
  },
  (table) => [
    index('accounts_name_skeleton').on(table.nameSkeleton),
    index('accounts_email_key').on(table.emailKey),
    uniqueIndex('accounts_confirmed_email')
      .on(table.emailKey)
      .where(sql`${table.emailConfirmedAt} is not null`),
    // The registrations that nobody ever confirmed, which are removed some day.
    index('accounts_unverified').on(table.registeredAt).where(sql`${table.verifiedAt} is null`),
    // The registrations of each day.
    index('accounts_registered_at').on(table.registeredAt),
    // Counting the players that everybody may see would read every account without it.
    index('accounts_in_good_standing')
      .on(table.id)
      .where(sql`${table.verifiedAt} is not null and ${table.suspendedAt} is null`),
    index('accounts_suspended_until')
      .on(table.suspendedUntil)
      .where(sql`${table.suspendedUntil} is not null`),
    index('accounts_with_a_role').on(table.role).where(sql`${table.role} <> 'player'`),
  ],
);

/**
 * What happened to accounts, as their owners see it. One event a row; `count` is how often it happened in a row
 * within the hour before `at`.
 */
export const accountLog = sqliteTable(
  'account_log',
  {
    id: integer('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    event: text('event').notNull(),
    device: text('device').notNull(),
    country: text('country').notNull(),
    detail: text('detail').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    index('account_log_of_account').on(table.accountId, table.id),
    index('account_log_by_age').on(table.at),
  ],
);

/**
 * One-time secrets that are sent to the owners of accounts by email. One link, and the code beside it where there
 * is one, a row; both as hashes. `email` is the address that the secret is about, `next` the path of this site
 * that a confirmation leads to; empty for none.
 */
export const accountSecrets = sqliteTable(
  'account_secrets',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text('purpose')
      .$type<'verify address' | 'reset password' | 'new address' | 'undo address'>()
      .notNull(),
    tokenHash: text('token_hash').notNull(),
    codeHash: text('code_hash'),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    sends: integer('sends').notNull(),
    wrongCodes: integer('wrong_codes').notNull(),
    waitUntil: integer('wait_until'),
    next: text('next').notNull().default(''),
  },
  (table) => [
    uniqueIndex('account_secrets_token').on(table.tokenHash),
    index('account_secrets_of_account').on(table.accountId, table.purpose),
    index('account_secrets_expiry').on(table.expiresAt),
  ],
);

/**
 * Second factors and brute-force protection of accounts. One row for an account that ever set up a second factor
 * or was under brute-force protection. The secret is that of an authenticator app in base 32. It counts once it
 * was confirmed; until then only the session that requested it is shown it.
 */
export const accountSecurity = sqliteTable('account_security', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  totpSecret: text('totp_secret'),
  totpStartedAt: integer('totp_started_at'),
  totpSessionHash: text('totp_session_hash'),
  totpConfirmedAt: integer('totp_confirmed_at'),
  totpLastStep: integer('totp_last_step').notNull().default(0),
  mailCodesSince: integer('mail_codes_since'),
  protectedUntil: integer('protected_until').notNull().default(0),
});

/**
 * The codes that show the public addresses of claimed servers. At most one code for each claim, kept as its
 * digest; it is removed with the claim.
 */
export const addressCodes = sqliteTable('address_codes', {
  hash: text('hash')
    .primaryKey()
    .references(() => claims.hash, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull().unique(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * Actions of administrators and moderators. Triggers keep it from being changed. One action a row, in the order of
 * `id`. The actor is an account, or the command line where `actorId` is null. Names are copied, since the log
 * outlives accounts. The migration adds the triggers that refuse every change and removal, which Drizzle cannot
 * say.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    actorId: integer('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    detail: text('detail').notNull(),
  },
  (table) => [
    index('audit_entries_of_actor').on(table.actorName),
    index('audit_entries_of_subject').on(table.subject),
    index('audit_entries_of_action').on(table.action),
  ],
);

/**
 * Addresses, names and servers whose heartbeats are refused. One ban a row; `id` counts in the order in which the
 * bans were made. `subject` is what is banned. The author is an account, or the command line where `authorId` is
 * null.
 */
export const bans = sqliteTable(
  'bans',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: ['range', 'name', 'server'] })
      .notNull()
      .default('range'),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    authorId: integer('author_id'),
    authorName: text('author_name').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
  },
  (table) => [uniqueIndex('bans_of_subject').on(table.kind, table.subject)],
);

/** The codes that claims of servers are waiting for. One code for each account and server, kept as its digest. */
export const claimCodes = sqliteTable(
  'claim_codes',
  {
    hash: text('hash').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);

/**
 * Servers whose operators proved that they control them, with the operators' texts. One claimed server a row; it
 * is removed with its account.
 */
export const claims = sqliteTable(
  'claims',
  {
    hash: text('hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    claimedAt: integer('claimed_at').notNull(),
    description: text('description').notNull(),
    links: text('links', { mode: 'json' }).$type<string[]>().notNull(),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
    country: text('country'),
    joinPort: integer('join_port'),
    joinIp: text('join_ip'),
    /** The code of ISO 639-1. */
    language: text('language'),
    /** A PNG of 64 × 64 pixels, and what its address ends with; null for the generated face. */
    icon: blob('icon', { mode: 'buffer' }),
    iconDigest: text('icon_digest'),
  },
  (table) => [index('claims_of_account').on(table.accountId)],
);

/**
 * Servers whose country moderators set by hand. Overrides the country of the address and that of the server's
 * operator.
 */
export const countryOverrides = sqliteTable('country_overrides', {
  hash: text('hash').primaryKey(),
  country: text('country').notNull(),
});

/**
 * Devices and addresses that logged in to an account before. One a row, under the hash of a browser's cookie, or
 * of the account and the address it came from.
 */
export const devices = sqliteTable(
  'devices',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    keyHash: text('key_hash').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.keyHash] }),
    index('devices_by_key').on(table.keyHash),
    index('devices_by_age').on(table.lastSeenAt),
  ],
);

/**
 * Servers that accounts marked with a star. One account and server a row; it is removed with the account. `name` is
 * from then, since what is known of a private server ends when it goes offline.
 */
export const favourites = sqliteTable(
  'favourites',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    addedAt: integer('added_at').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hash] }),
    index('favourites_of_server').on(table.hash),
  ],
);

/**
 * Servers that an administrator put first in the list. Not part of the table of live servers: a server stays
 * featured while it is offline.
 */
export const featuredServers = sqliteTable('featured_servers', {
  hash: text('hash').primaryKey(),
  featuredAt: integer('featured_at').notNull(),
});

/**
 * Words that keep a server out of the public list when they stand in its name. `key` is the word as names are
 * compared with it, `word` as it was typed.
 */
export const filterWords = sqliteTable('filter_words', {
  key: text('key').primaryKey(),
  word: text('word').notNull(),
  addedAt: integer('added_at').notNull(),
});

/**
 * The links by which the first administrator is made. Kept as digests, side by side; all are removed when one is
 * spent.
 */
export const firstAdministratorLinks = sqliteTable('first_administrator_links', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * Where claimed servers were before they moved by their keys: their former hashes, each with the present one. `port`
 * is 0 where the former place is not known.
 */
export const formerHashes = sqliteTable(
  'former_hashes',
  {
    hash: text('hash').primaryKey(),
    present: text('present')
      .notNull()
      .references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    ip: text('ip').notNull(),
    port: integer('port').notNull(),
    leftAt: integer('left_at').notNull(),
  },
  (table) => [index('former_hashes_of_server').on(table.present, table.leftAt)],
);

/**
 * The keys in heartbeat URLs of claimed servers, as hashes. At most one for each claim; it is removed with the claim.
 * `ip` and `port` are where the server was heard last, `contestedAt` when it last came back to a place it had just left.
 */
export const heartbeatKeys = sqliteTable('heartbeat_keys', {
  hash: text('hash')
    .primaryKey()
    .references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
  keyHash: text('key_hash').notNull().unique(),
  madeAt: integer('made_at').notNull(),
  ip: text('ip').notNull(),
  port: integer('port').notNull(),
  movedAt: integer('moved_at'),
  notifiedAt: integer('notified_at'),
  contestedAt: integer('contested_at'),
});

/**
 * Samples sorted by server: an hour of minutes, a day of ten minutes or of hours a row. `step` is the minutes
 * between two samples, `number` counts chunks of its length since the Unix epoch. The migration makes it WITHOUT
 * ROWID, which Drizzle cannot say: a server's chunks lie side by side, and no second index repeats the key.
 */
export const historyChunks = sqliteTable(
  'history_chunks',
  {
    series: integer('series').notNull(),
    step: integer('step').notNull(),
    number: integer('number').notNull(),
    slots: blob('slots', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.step, table.number] })],
);

/**
 * Samples that are not sorted by server yet: one row a minute, for all servers together. `at` counts minutes since
 * the Unix epoch; `counts` holds a series and its players in turn.
 */
export const historyMinutes = sqliteTable('history_minutes', {
  at: integer('at').primaryKey(),
  players: integer('players').notNull(),
  servers: integer('servers').notNull(),
  counts: blob('counts', { mode: 'buffer' }).notNull(),
});

/**
 * The highest counts that there ever were: one row, which no thinning removes. The moments are milliseconds since
 * the Unix epoch.
 */
export const historyRecords = sqliteTable('history_records', {
  id: integer('id').primaryKey(),
  players: integer('players').notNull(),
  playersAt: integer('players_at').notNull(),
  servers: integer('servers').notNull(),
  serversAt: integer('servers_at').notNull(),
});

/**
 * Gives each server's history a short number in place of its hash. Numbers are never given twice, so that no
 * server inherits another one's history. The name is the last one in the public list, for the page of a server that
 * is offline; it is empty once the server is live and not listed. `firstAt` is when it first was, 0 where that is not
 * known.
 */
export const historySeries = sqliteTable('history_series', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  hash: text('hash').notNull().unique(),
  name: text('name').notNull().default(''),
  ip: text('ip').notNull().default(''),
  port: integer('port').notNull().default(0),
  firstAt: integer('first_at').notNull().default(0),
});

/** Invites to register. One invite a row; its code is kept as a hash alone. */
export const invites = sqliteTable('invites', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  codeHash: text('code_hash').notNull().unique(),
  uses: integer('uses').notNull(),
  usesLeft: integer('uses_left').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * Login codes that were sent by email. One code a row, as its hash; spent ones stay for an hour, since they count
 * towards what may be sent.
 */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    id: integer('id').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    sentAt: integer('sent_at').notNull(),
    validUntil: integer('valid_until').notNull(),
    spentAt: integer('spent_at'),
  },
  (table) => [index('login_codes_of_account').on(table.accountId, table.sentAt)],
);

/**
 * The outbox: emails that are to be composed or sent, and those that could not be sent.
 * One entry a row, in one of two states:
 *
 * - `to compose`: a job that was written in the transaction of the change that it is about. `recipient` is
 *   the address that was given, of a reset also a name. `content` is JSON: the account's name, and what goes
 *   into the email. A job with an `account_id` is removed with the account.
 * - `to send`: an email that waits for the mail server until it is sent or `failed_at` is set. `content`
 *   is the email as JSON and may hold a one-time code or token.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    state: text('state', { enum: ['to compose', 'to send'] })
      .notNull()
      .default('to send'),
    kind: text('kind').notNull(),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    recipient: text('recipient').notNull(),
    content: text('content').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    attempts: integer('attempts').notNull(),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    lastError: text('last_error').notNull(),
    failedAt: integer('failed_at'),
  },
  (table) => [
    index('outbox_due').on(table.state, table.failedAt, table.nextAttemptAt),
    index('outbox_of_account').on(table.accountId, table.kind),
  ],
);

/**
 * Who would play on which server if so many come, themselves included. One account a row; `metAt` is when its owner
 * was told that there are enough, `null` while they wait.
 */
export const pledges = sqliteTable(
  'pledges',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    wanted: integer('wanted').notNull(),
    madeAt: integer('made_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    metAt: integer('met_at'),
  },
  (table) => [index('pledges_of_server').on(table.hash)],
);

/**
 * Browsers that get notifications of rallies. One browser a row, with what its maker's service needs to reach it, all of
 * it secret. At `dueAt` it is to be told that the pledge of its account is met; `null` once it was.
 */
export const pushBrowsers = sqliteTable(
  'push_browsers',
  {
    endpoint: text('endpoint_secret').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    browserKey: text('browser_key').notNull(),
    authSecret: text('auth_secret').notNull(),
    addedAt: integer('added_at').notNull(),
    dueAt: integer('due_at'),
  },
  (table) => [
    index('push_browsers_of_account').on(table.accountId),
    index('push_browsers_due').on(table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

/** The keys by which services of browsers know this site: at most one row. The private one is secret. */
export const pushKeys = sqliteTable(
  'push_keys',
  {
    id: integer('id').primaryKey(),
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
  },
  (table) => [check('push_keys_one_row', sql`${table.id} = 1`)],
);

/** Recovery codes that have not been used. One code a row, as its hash; using it removes the row. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/**
 * Players' reports about servers. One report a row; it is removed with the account that made it. The server's name
 * is the one at that time.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').notNull(),
    serverName: text('server_name').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'texts' | 'fake' | 'copy' | 'harm' | 'other'>().notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    wantsEmail: integer('wants_email', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('reports_open_once')
      .on(table.accountId, table.hash)
      .where(sql`${table.closedAt} is null`),
    index('reports_of_account').on(table.accountId),
  ],
);

/**
 * Names that nobody may take for some time. One name a row, as the hash of its skeleton, since its former owner is
 * not recorded.
 */
export const reservedNames = sqliteTable('reserved_names', {
  skeletonHash: text('skeleton_hash').primaryKey(),
  reservedUntil: integer('reserved_until').notNull(),
});

/**
 * Who gets an email when a server is back. One account and server a row; it is removed with either, and when the
 * email is written.
 */
export const returnAlerts = sqliteTable(
  'return_alerts',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hash: text('hash')
      .notNull()
      .references(() => historySeries.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hash] }),
    index('return_alerts_of_server').on(table.hash),
  ],
);

/**
 * Live servers: what the registry needs to list them again after a restart. One live server a row. Times are
 * milliseconds since the Unix epoch.
 */
export const servers = sqliteTable('servers', {
  hash: text('hash').primaryKey(),
  ip: text('ip').notNull(),
  port: integer('port').notNull(),
  name: text('name').notNull(),
  players: integer('players').notNull(),
  maxPlayers: integer('max_players').notNull(),
  software: text('software').notNull(),
  isPublic: integer('is_public', { mode: 'boolean' }).notNull(),
  supportsWeb: integer('supports_web', { mode: 'boolean' }).notNull(),
  salt: text('salt').notNull(),
  country: text('country').notNull(),
  startedAt: integer('started_at').notNull(),
  steadySince: integer('steady_since').notNull().default(0),
  lastBeatAt: integer('last_beat_at').notNull(),
  reachableAt: integer('reachable_at'),
});

/**
 * The service's own state: always one row. `lastAliveAt`, in milliseconds since the Unix epoch, proves that the
 * service was running then. Nothing is deleted for its age before `deletionHeldUntil`, since the clock leapt.
 */
export const serviceState = sqliteTable(
  'service_state',
  {
    id: integer('id').primaryKey(),
    lastAliveAt: integer('last_alive_at').notNull(),
    deletionHeldUntil: integer('deletion_held_until').notNull().default(0),
  },
  (table) => [check('service_state_one_row', sql`${table.id} = 1`)],
);

/**
 * What was last told of each server: whether it is there. Rows of servers that were away for long are removed. The name
 * is as it was then, `isListed` whether the list had it, and `wasListed` whether it ever had.
 */
export const serverStates = sqliteTable(
  'server_states',
  {
    hash: text('hash').primaryKey(),
    state: text('state', { enum: ['here', 'went', 'refused', 'banned'] }).notNull(),
    name: text('name').notNull(),
    isListed: integer('is_listed', { mode: 'boolean' }).notNull(),
    wasListed: integer('was_listed', { mode: 'boolean' }).notNull().default(false),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [index('server_states_by_age').on(table.changedAt)],
);

/**
 * The sessions of logged-in accounts. One session a row, under the hash of its cookie's value; it is removed with
 * its account. `device` is what it was started from in words, `country` a code of two letters; both are empty
 * where they are not known.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    valueHash: text('value_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    device: text('device').notNull().default(''),
    country: text('country').notNull().default(''),
  },
  (table) => [index('sessions_of_account').on(table.accountId)],
);

/**
 * The notice that administrators show on all pages: at most one row. Without `until`, in milliseconds since the
 * Unix epoch, it is shown until somebody removes it.
 */
export const siteNotice = sqliteTable(
  'site_notice',
  {
    id: integer('id').primaryKey(),
    text: text('text').notNull(),
    level: text('level', { enum: ['info', 'warning', 'outage'] }).notNull(),
    until: integer('until'),
    setAt: integer('set_at').notNull(),
  },
  (table) => [check('site_notice_one_row', sql`${table.id} = 1`)],
);

/**
 * What administrators set about the site on its page, in place of the settings. One value a row, under the name of
 * its field; an empty text without bytes stands for none.
 */
export const siteValues = sqliteTable('site_values', {
  field: text('field').primaryKey(),
  text: text('text').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }),
  changedAt: integer('changed_at').notNull(),
});

/** Tags that administrators added to the list that operators choose from, or took off it. One tag a row. */
export const tagChanges = sqliteTable('tag_changes', {
  tag: text('tag').primaryKey(),
  isOffered: integer('is_offered', { mode: 'boolean' }).notNull(),
  changedAt: integer('changed_at').notNull(),
});

/**
 * Servers that moderators keep out of the public list. Not part of the table of live servers: a server stays
 * unlisted while it is offline.
 */
export const unlistedServers = sqliteTable('unlisted_servers', {
  hash: text('hash').primaryKey(),
  reason: text('reason').notNull(),
  unlistedAt: integer('unlisted_at').notNull(),
});

/**
 * Whom players are known to have joined: one row an account and server, with the UTC day of the latest time, in days
 * since the Unix epoch. Of the network there are 16 bits of a digest, which hundreds of networks have in common; each
 * counts once for a server, so a newer visit from it takes the place of an older one.
 */
export const visits = sqliteTable(
  'visits',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    hash: text('hash')
      .notNull()
      .references(() => historySeries.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    network: integer('network').notNull(),
    day: integer('day').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.hash] }),
    uniqueIndex('visits_of_network').on(table.hash, table.network),
    // So they are counted without sorting them.
    index('visits_by_day').on(table.hash, table.day, table.accountId),
  ],
);

/** What waits to be sent to a webhook, oldest first: one event for one webhook a row, with its type. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text('type').notNull().default(''),
    event: text('event', { mode: 'json' }).notNull(),
  },
  (table) => [index('webhook_events_of_webhook').on(table.webhookId, table.id)],
);

/**
 * Addresses that are told what happens to servers: of the site where `hash` is null, otherwise of the owner of the claim,
 * with which they are removed. `accountId` is who set it. The address holds a token, and the secret has to be readable to
 * sign with it. `answers` are the last ones.
 */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    format: text('format', { enum: ['discord', 'json', 'email'] }).notNull(),
    urlSecret: text('url_secret').notNull(),
    signSecret: text('sign_secret').notNull(),
    events: text('events', { mode: 'json' }).$type<string[]>().notNull(),
    language: text('language', { enum: ['en', 'de'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull().default(0),
    disabledAt: integer('disabled_at'),
    answers: text('answers', { mode: 'json' }).notNull(),
  },
  (table) => [
    index('webhooks_of_server').on(table.hash),
    index('webhooks_of_account').on(table.accountId),
  ],
);
