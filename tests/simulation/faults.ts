// Thirty faults that the simulation is to find: each replaces a text of one source file.
//
// The list was written before any of them was tried. `npm run simulate -- --faults` tries them all.

/** One fault. */
export interface Fault {
  /** What would go wrong for people. */
  sentence: string;
  /** The file under `src`. */
  file: string;
  /** The text that is replaced; it is in the file exactly once. */
  text: string;
  replacement: string;
}

/** The faults, by module. */
export const FAULTS: readonly Fault[] = [
  {
    sentence: 'A server that went silent stays listed until something else changes.',
    file: 'servers/registry.ts',
    text: '    if (server.isPublic) showChange();\n    events.left(server.listing);',
    replacement: '    events.left(server.listing);',
  },
  {
    sentence: 'A new salt does not reach the lists of players, so that their mppass is wrong.',
    file: 'servers/registry.ts',
    text: '    revisions.secret += 1;',
    replacement: '',
  },
  {
    sentence: 'Only the first heartbeat of a server is saved.',
    file: 'servers/registry.ts',
    text: '      dirty.changed(server);\n      return server;',
    replacement: '      if (known === undefined) dirty.changed(server);\n      return server;',
  },
  {
    sentence: 'Servers count as silent while the service itself was down.',
    file: 'servers/registry.ts',
    text: 'fromStoredServer(one, pauseMs)',
    replacement: 'fromStoredServer(one, 0)',
  },
  {
    sentence: 'A batch of servers that could not be saved is forgotten.',
    file: 'servers/write-behind.ts',
    text: '      registry.restoreBatch(batch);',
    replacement: '',
  },
  {
    sentence: 'The list is built every five seconds instead of every second.',
    file: 'servers/ready-list.ts',
    text: 'const REMAKE_AFTER_MS = 900;',
    replacement: 'const REMAKE_AFTER_MS = 5_000;',
  },
  {
    sentence: 'Different lists have the same ETag.',
    file: 'servers/ready-list.ts',
    text: '    made += 1;',
    replacement: '    made = 1;',
  },
  {
    sentence: 'An address may send as many heartbeats as it likes.',
    file: 'servers/announce.ts',
    text: '    if (waitSeconds > 0) {',
    replacement: '    if (waitSeconds > 60) {',
  },
  {
    sentence: 'An address may have one server too many.',
    file: 'servers/announce.ts',
    text: '    if (live < serversPerAddress) return undefined;',
    replacement: '    if (live <= serversPerAddress) return undefined;',
  },
  {
    sentence: 'Servers with a closed port are listed now and then.',
    file: 'servers/announce.ts',
    text: "    if (verdict === 'closed') {",
    replacement: "    if (verdict === 'closed' && sequence % 4 !== 0) {",
  },
  {
    sentence: 'Featured servers are no longer first.',
    file: 'servers/ranking.ts',
    text: '(Number(isFeatured) * PLAYERS_SPAN + players)',
    replacement: '(Number(isFeatured) + players)',
  },
  {
    sentence: 'A server that is banned stays in the list until it is silent.',
    file: 'servers/moderation/moderation-reload.ts',
    text: '      registry.dropWhere((server) => check(server).banned !== undefined);',
    replacement: '',
  },
  {
    sentence: 'Bans never expire.',
    file: 'servers/moderation/ban-list.ts',
    text: '  return expiresAt === null || now < expiresAt;',
    replacement: '  return expiresAt === null || now < expiresAt + 1e12;',
  },
  {
    sentence: 'A server that got another address is listed twice.',
    file: 'servers/relocation.ts',
    text: 'besideMs <= MISSED_HEARTBEAT_MS',
    replacement: 'besideMs < -1e12',
  },
  {
    sentence: 'The code of a claim stands in the public list.',
    file: 'servers/claims/claim-code.ts',
    text: '    shown.name = rest === name || isVisible(rest) ? rest : otherName();',
    replacement: '    shown.name = isVisible(rest) ? name : otherName();',
  },
  {
    sentence: 'Samples of the history are shown and not saved.',
    file: 'store/sqlite/history.ts',
    text: 'saveMinute: (minute) => write(() => writeMinute(minute)),',
    replacement:
      'saveMinute: (minute) => write(() => (minute.newcomers.length > 0 ? writeMinute(minute) : [])),',
  },
  {
    sentence: 'The relay reaches servers that do not take the web client.',
    file: 'servers/servers.ts',
    text: '      if (!listing.supportsWeb) return undefined;',
    replacement: '',
  },
  {
    sentence: 'One form registers two accounts.',
    file: 'accounts/signed-tokens.ts',
    text: ' && spent.spend(token, expiryOf(issuedAt))',
    replacement: '',
  },
  {
    sentence: 'A link of an email works again and again.',
    file: 'store/repositories/account-secrets.ts',
    text: '  await tx.delete(accountSecrets).where(eq(accountSecrets.tokenHash, secret.tokenHash));',
    replacement: '',
  },
  {
    sentence: 'A code of an authenticator app works twice.',
    file: 'store/repositories/security.ts',
    text: 'lt(accountSecurity.totpLastStep, step)',
    replacement: 'eq(accountSecurity.accountId, accountId)',
  },
  {
    sentence: 'Who logs out stays logged in.',
    file: 'store/repositories/sessions.ts',
    text: '      await db.delete(sessions).where(eq(sessions.valueHash, valueHash));',
    replacement: '      await db.select().from(sessions).where(eq(sessions.valueHash, valueHash));',
  },
  {
    sentence: 'A new password does not end other sessions.',
    file: 'store/repositories/accounts.ts',
    text: '  if (endSessions) await tx.delete(sessions).where(eq(sessions.accountId, id));',
    replacement: '',
  },
  {
    sentence: 'One address may guess a password as often as it likes.',
    file: 'accounts/login/credentials.ts',
    text: '  ...{ limit: 10, rightLimit: 30,',
    replacement: '  ...{ limit: 99, rightLimit: 30,',
  },
  {
    sentence: 'Codes of emails may be guessed without a wait.',
    file: 'accounts/profile/one-time-secrets.ts',
    text: '  every: 5,',
    replacement: '  every: 500,',
  },
  {
    sentence: 'A known address needs no second factor.',
    file: 'accounts/two-factor/two-factor.ts',
    text: '      if (hasFactor(found)) {',
    replacement: '      if (hasFactor(found) && !deviceContext.isKnown) {',
  },
  {
    sentence: 'Nobody gets the email that verifies a new account.',
    file: 'store/repositories/registration.ts',
    text: '        const registered = await applyAccountChange(tx, added.id, ownedBy(added.id, change));',
    replacement:
      '        const registered = await applyAccountChange(tx, added.id, { ...ownedBy(added.id, change), emailJobs: [] });',
  },
  {
    sentence: 'A mail that the server postponed is tried again after a month.',
    file: 'email/sender.ts',
    text: '  const at = now + waitMs;',
    replacement: '  const at = now + 700 * waitMs;',
  },
  {
    sentence: 'After a failure in its middle, a link is spent and has changed nothing.',
    file: 'store/repositories/account-secrets.ts',
    text: '      db.transaction(async (tx): Promise<SpendOutcome> => {',
    replacement:
      '      ((run: (tx: Queries) => Promise<SpendOutcome>) => run(db))(async (tx): Promise<SpendOutcome> => {',
  },
  {
    sentence: 'The log shows the paths of failed requests whole, with the tokens of links in them.',
    file: 'http/path.ts',
    text: 'export function pathForLog(',
    replacement:
      'export function pathForLog(path: string): string {\n  return path;\n}\n\nfunction shortenedPath(',
  },
  {
    sentence: 'Decisions of moderators are missing in the audit log.',
    file: 'store/repositories/audit.ts',
    text: '    if (hits > 0) await writeAuditEntry(tx, entry);',
    replacement: '    if (hits > 9) await writeAuditEntry(tx, entry);',
  },
];
