// The tables in PostgreSQL: the same tables and columns as in schema.ts of SQLite, which says what they mean.

import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, counted, integer, list, text } from './columns.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: counted('id'),
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
    role: text('role')
      .$type<'player' | 'moderator' | 'administrator'>()
      .notNull()
      .default('player'),
    flags: text('flags').notNull(),
    forumTitle: text('forum_title').notNull(),
    isPremium: boolean('is_premium').notNull(),
    registeredAt: integer('registered_at').notNull(),
    rulesVersion: text('rules_version'),
    rulesAgreedAt: integer('rules_agreed_at'),
    language: text('language').$type<'en' | 'de'>().notNull().default('en'),
  },
  (table) => [
    index('accounts_name_skeleton').on(table.nameSkeleton),
    index('accounts_email_key').on(table.emailKey),
    uniqueIndex('accounts_confirmed_email')
      .on(table.emailKey)
      .where(sql`${table.emailConfirmedAt} is not null`),
    index('accounts_unverified').on(table.registeredAt).where(sql`${table.verifiedAt} is null`),
    index('accounts_registered_at').on(table.registeredAt),
    index('accounts_in_good_standing')
      .on(table.id)
      .where(sql`${table.verifiedAt} is not null and ${table.suspendedAt} is null`),
    index('accounts_suspended_until')
      .on(table.suspendedUntil)
      .where(sql`${table.suspendedUntil} is not null`),
    index('accounts_with_a_role').on(table.role).where(sql`${table.role} <> 'player'`),
  ],
);

export const accountLog = pgTable(
  'account_log',
  {
    id: counted('id'),
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

export const accountSecrets = pgTable(
  'account_secrets',
  {
    id: counted('id'),
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

export const accountSecurity = pgTable('account_security', {
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

export const claims = pgTable(
  'claims',
  {
    hash: text('hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    claimedAt: integer('claimed_at').notNull(),
    description: text('description').notNull(),
    links: list('links').notNull(),
    tags: list('tags').notNull(),
    country: text('country'),
    joinPort: integer('join_port'),
    joinIp: text('join_ip'),
    language: text('language'),
    icon: bytes('icon'),
    iconDigest: text('icon_digest'),
  },
  (table) => [index('claims_of_account').on(table.accountId)],
);

export const addressCodes = pgTable('address_codes', {
  hash: text('hash')
    .primaryKey()
    .references(() => claims.hash, { onDelete: 'cascade' }),
  codeHash: text('code_hash').notNull().unique(),
  expiresAt: integer('expires_at').notNull(),
});

export const claimCodes = pgTable(
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

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: counted('id'),
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

export const bans = pgTable(
  'bans',
  {
    id: counted('id'),
    kind: text('kind').$type<'range' | 'name' | 'server'>().notNull().default('range'),
    subject: text('subject').notNull(),
    reason: text('reason').notNull(),
    authorId: integer('author_id'),
    authorName: text('author_name').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
  },
  (table) => [uniqueIndex('bans_of_subject').on(table.kind, table.subject)],
);

export const countryOverrides = pgTable('country_overrides', {
  hash: text('hash').primaryKey(),
  country: text('country').notNull(),
});

export const devices = pgTable(
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

export const favourites = pgTable(
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

export const featuredServers = pgTable('featured_servers', {
  hash: text('hash').primaryKey(),
  featuredAt: integer('featured_at').notNull(),
});

export const filterWords = pgTable('filter_words', {
  key: text('key').primaryKey(),
  word: text('word').notNull(),
  addedAt: integer('added_at').notNull(),
});

export const firstAdministratorLinks = pgTable('first_administrator_links', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: integer('expires_at').notNull(),
});

export const formerHashes = pgTable(
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

export const heartbeatKeys = pgTable('heartbeat_keys', {
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

export const historyChunks = pgTable(
  'history_chunks',
  {
    series: integer('series').notNull(),
    step: integer('step').notNull(),
    number: integer('number').notNull(),
    slots: bytes('slots').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.step, table.number] })],
);

export const historyMinutes = pgTable('history_minutes', {
  at: integer('at').primaryKey(),
  players: integer('players').notNull(),
  servers: integer('servers').notNull(),
  counts: bytes('counts').notNull(),
});

export const historyRecords = pgTable('history_records', {
  id: integer('id').primaryKey(),
  players: integer('players').notNull(),
  playersAt: integer('players_at').notNull(),
  servers: integer('servers').notNull(),
  serversAt: integer('servers_at').notNull(),
});

export const historySeries = pgTable('history_series', {
  id: counted('id'),
  hash: text('hash').notNull().unique(),
  name: text('name').notNull().default(''),
  ip: text('ip').notNull().default(''),
  port: integer('port').notNull().default(0),
  firstAt: integer('first_at').notNull().default(0),
});

export const returnAlerts = pgTable(
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

export const invites = pgTable('invites', {
  id: counted('id'),
  codeHash: text('code_hash').notNull().unique(),
  uses: integer('uses').notNull(),
  usesLeft: integer('uses_left').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

export const loginCodes = pgTable(
  'login_codes',
  {
    id: counted('id'),
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

export const outbox = pgTable(
  'outbox',
  {
    id: counted('id'),
    state: text('state').$type<'to compose' | 'to send'>().notNull().default('to send'),
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

export const pledges = pgTable(
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

export const pushBrowsers = pgTable(
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

export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer('id').primaryKey(),
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
  },
  (table) => [check('push_keys_one_row', sql`${table.id} = 1`)],
);

export const recoveryCodes = pgTable(
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

export const reports = pgTable(
  'reports',
  {
    id: counted('id'),
    hash: text('hash').notNull(),
    serverName: text('server_name').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'texts' | 'fake' | 'copy' | 'harm' | 'other'>().notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    closedAt: integer('closed_at'),
    wantsEmail: boolean('wants_email').notNull().default(false),
  },
  (table) => [
    uniqueIndex('reports_open_once')
      .on(table.accountId, table.hash)
      .where(sql`${table.closedAt} is null`),
    index('reports_of_account').on(table.accountId),
  ],
);

export const reservedNames = pgTable('reserved_names', {
  skeletonHash: text('skeleton_hash').primaryKey(),
  reservedUntil: integer('reserved_until').notNull(),
});

export const servers = pgTable('servers', {
  hash: text('hash').primaryKey(),
  ip: text('ip').notNull(),
  port: integer('port').notNull(),
  name: text('name').notNull(),
  players: integer('players').notNull(),
  maxPlayers: integer('max_players').notNull(),
  software: text('software').notNull(),
  isPublic: boolean('is_public').notNull(),
  supportsWeb: boolean('supports_web').notNull(),
  salt: text('salt').notNull(),
  country: text('country').notNull(),
  startedAt: integer('started_at').notNull(),
  steadySince: integer('steady_since').notNull().default(0),
  lastBeatAt: integer('last_beat_at').notNull(),
  reachableAt: integer('reachable_at'),
});

export const serviceState = pgTable(
  'service_state',
  {
    id: integer('id').primaryKey(),
    lastAliveAt: integer('last_alive_at').notNull(),
    deletionHeldUntil: integer('deletion_held_until').notNull().default(0),
  },
  (table) => [check('service_state_one_row', sql`${table.id} = 1`)],
);

export const serverStates = pgTable(
  'server_states',
  {
    hash: text('hash').primaryKey(),
    state: text('state').$type<'here' | 'went' | 'refused' | 'banned'>().notNull(),
    name: text('name').notNull(),
    isListed: boolean('is_listed').notNull(),
    wasListed: boolean('was_listed').notNull().default(false),
    changedAt: integer('changed_at').notNull(),
  },
  (table) => [index('server_states_by_age').on(table.changedAt)],
);

export const sessions = pgTable(
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

export const siteNotice = pgTable(
  'site_notice',
  {
    id: integer('id').primaryKey(),
    text: text('text').notNull(),
    level: text('level').$type<'info' | 'warning' | 'outage'>().notNull(),
    until: integer('until'),
    setAt: integer('set_at').notNull(),
  },
  (table) => [check('site_notice_one_row', sql`${table.id} = 1`)],
);

export const siteValues = pgTable('site_values', {
  field: text('field').primaryKey(),
  text: text('text').notNull(),
  bytes: bytes('bytes'),
  changedAt: integer('changed_at').notNull(),
});

export const tagChanges = pgTable('tag_changes', {
  tag: text('tag').primaryKey(),
  isOffered: boolean('is_offered').notNull(),
  changedAt: integer('changed_at').notNull(),
});

export const unlistedServers = pgTable('unlisted_servers', {
  hash: text('hash').primaryKey(),
  reason: text('reason').notNull(),
  unlistedAt: integer('unlisted_at').notNull(),
});

export const visits = pgTable(
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

export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: counted('id'),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text('type').notNull().default(''),
    event: list('event').$type<unknown>().notNull(),
  },
  (table) => [index('webhook_events_of_webhook').on(table.webhookId, table.id)],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id: counted('id'),
    hash: text('hash').references(() => claims.hash, { onDelete: 'cascade', onUpdate: 'cascade' }),
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    format: text('format').$type<'discord' | 'json' | 'email'>().notNull(),
    urlSecret: text('url_secret').notNull(),
    signSecret: text('sign_secret').notNull(),
    events: list('events').notNull(),
    language: text('language').$type<'en' | 'de'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull().default(0),
    disabledAt: integer('disabled_at'),
    answers: list('answers').$type<unknown>().notNull(),
  },
  (table) => [
    index('webhooks_of_server').on(table.hash),
    index('webhooks_of_account').on(table.accountId),
  ],
);
