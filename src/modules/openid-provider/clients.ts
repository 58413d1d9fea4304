// The programs that log players in: administrators add, change and remove them, and renew their secrets.

import { randomBytes } from 'node:crypto';
import { requirePlainLine } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { aboutField, checkTogether, Failure } from '../../platform/lib/failure.ts';
import { isVisible } from '../../platform/lib/text.ts';
import type { AuditEntry } from '../audit/index.ts';
import { writeDetail } from '../audit/index.ts';
import type { OpenidAuditAction } from './audit-actions.ts';
import { openidFailures as failures } from './messages.ts';
import type { Client, ClientChanges, OpenidClientStore } from './openid-ports.ts';

const MAX_CLIENT_NAME_LENGTH = 60;
export const MAX_URIS = 10;
const MAX_CLIENTS = 100;
const MAX_URI_LENGTH = 300;

/** What administrators type about a client. */
export interface TypedClient {
  name: string;
  redirectUris: readonly string[];
  logoutUris: readonly string[];
  isTrusted: boolean;
}

export type OpenidClients = ReturnType<typeof createOpenidClients>;

export function createOpenidClients(ports: { openidClients: OpenidClientStore; clock: Clock }) {
  const { openidClients: store, clock } = ports;

  function entryOf(actor: Actor, action: OpenidAuditAction, text: string, reason: string) {
    const detail = writeDetail({ form: 'text', text });
    return { at: clock.now(), actor, action, subject: '', reason, detail } satisfies AuditEntry;
  }

  /** Finds a client by its id. Throws `not_found`. */
  async function require(clientId: string): Promise<Client> {
    const client = await store.findClient(clientId);
    if (client === undefined) throw new Failure('not_found', failures.noClient);
    return client;
  }

  async function change(
    actor: Actor,
    client: Client,
    changes: ClientChanges,
    action: OpenidAuditAction,
    reason: string,
  ): Promise<void> {
    const entry = entryOf(actor, action, describeChange(changes, client), reason);
    // What a trusted client was allowed, no player was asked.
    const forgetsConsents = client.isTrusted && changes.isTrusted === false;
    const isChanged = await store.changeClient(client.id, changes, entry, { forgetsConsents });
    if (!isChanged) throw new Failure('not_found', failures.noClient);
  }

  return {
    list: store.listClients,
    require,
    /** Adds a client. Returns its id, and its secret if it keeps one, which no later call returns. Throws `invalid`. */
    async add(
      actor: Actor,
      { isConfidential, ...typed }: TypedClient & { isConfidential: boolean },
      reason = '',
    ): Promise<{ clientId: string; secret: string | undefined }> {
      const facts = await parseClient(typed);
      const secret = isConfidential ? makeSecret() : undefined;
      const clientId = randomBytes(12).toString('hex');
      const client = {
        ...facts,
        clientId,
        secretHash: secret === undefined ? null : sha256Hex(secret),
        isActive: true,
        createdAt: clock.now(),
      };
      const entry = entryOf(actor, 'client added', describeChange(client), reason);
      if (await store.addClient(client, MAX_CLIENTS, entry)) return { clientId, secret };
      throw new Failure('conflict', failures.tooMany(MAX_CLIENTS));
    },

    /** Changes what is given. Throws `invalid` and `not_found`. */
    async change(
      actor: Actor,
      clientId: string,
      given: Partial<TypedClient> & { isActive?: boolean },
      reason = '',
    ): Promise<void> {
      const client = await require(clientId);
      const { isActive = client.isActive, ...typed } = given;
      const facts = await parseClient({ ...client, ...typed });
      const changes = { ...facts, isActive };
      await change(actor, client, changes, chooseAction(client, changes), reason);
    },

    /** Returns the new secret. The old one is no longer valid. Throws `conflict` if the client has none. */
    async renewSecret(actor: Actor, clientId: string, reason = ''): Promise<string> {
      const client = await require(clientId);
      if (client.secretHash === null) throw new Failure('conflict', failures.noSecret);
      const secret = makeSecret();
      const changes = { secretHash: sha256Hex(secret) };
      await change(actor, client, changes, 'client secret renewed', reason);
      return secret;
    },

    async remove(actor: Actor, clientId: string, reason = ''): Promise<void> {
      const { id, name } = await require(clientId);
      await store.removeClient(id, entryOf(actor, 'client removed', name, reason));
    },
  };
}

/** The name, and the addresses that are new: whoever adds one can lead players there. */
function describeChange(changes: ClientChanges, before?: Client): string {
  const { name = before?.name ?? '', redirectUris = [], logoutUris = [] } = changes;
  const known = [...(before?.redirectUris ?? []), ...(before?.logoutUris ?? [])];
  const added = [...redirectUris, ...logoutUris].filter((uri) => !known.includes(uri));
  return [name, ...new Set(added)].join(' ');
}

function chooseAction(before: Client, after: TypedClient & { isActive: boolean }) {
  if (before.isTrusted !== after.isTrusted) {
    return after.isTrusted ? 'client trusted' : 'client not trusted';
  }
  if (before.isActive === after.isActive) return 'client changed';
  return after.isActive ? 'client turned on' : 'client turned off';
}

/** 256 bits. */
const makeSecret = () => randomBytes(32).toString('base64url');

async function parseClient(typed: TypedClient): Promise<TypedClient> {
  const name = typed.name.toWellFormed().trim();
  const { redirectUris, logoutUris, isTrusted } = typed;
  await checkTogether([
    () => aboutField('name', () => requireName(name)),
    () => aboutField('redirect_uris', () => requireUris(redirectUris, 1)),
    () => aboutField('logout_uris', () => requireUris(logoutUris, 0)),
  ]);
  return { name, redirectUris, logoutUris, isTrusted };
}

function requireName(name: string): void {
  requirePlainLine(failures.label, name, MAX_CLIENT_NAME_LENGTH);
  if (!isVisible(name)) throw new Failure('invalid', failures.noName);
}

function requireUris(uris: readonly string[], atLeast: number): void {
  if (uris.length < atLeast) throw new Failure('invalid', failures.noUri);
  if (uris.length > MAX_URIS) throw new Failure('invalid', failures.tooManyUris(MAX_URIS));
  for (const uri of uris) {
    if (!isRedirectUri(uri)) throw new Failure('invalid', failures.badUri(uri.slice(0, 100)));
  }
}

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Whether codes may be sent there: https, or http on the same machine for development. */
export function isRedirectUri(uri: string): boolean {
  const isText = uri.length <= MAX_URI_LENGTH && VISIBLE_ASCII.test(uri) && !uri.includes('#');
  const url = isText ? URL.parse(uri) : null;
  if (url === null || url.username !== '' || url.password !== '' || uri.includes('*')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isOwnMachine(url.hostname));
}

const isOwnMachine = (host: string) =>
  host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
