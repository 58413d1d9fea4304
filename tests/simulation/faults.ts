// Faults that the simulation is to find, put in at the ports of the service: `npm run simulate -- --faults` tries them all.

import type { HttpContext } from '../../src/app/context.ts';
import type { Store } from '../../src/app/open-stores.ts';
import type { Settings } from '../../src/app/options.ts';
import type { ServiceOverrides } from '../../src/app/overrides.ts';
import type { MarkKind } from '../../src/modules/moderation/server-actions.ts';
import { computeServerHash } from '../../src/modules/registry/server-hash.ts';

/** What a service is started with. */
export interface Parts {
  settings: Settings;
  store: Store;
  overrides: ServiceOverrides;
}

/** One fault. */
export interface Fault {
  /** What would go wrong for people. */
  sentence: string;
  /** Puts it into a service that is about to start. */
  put(parts: Parts): void;
}

/** Changes the servers that routes work with. */
function alterServers(
  { overrides }: Parts,
  alter: (servers: HttpContext['servers']) => Partial<HttpContext['servers']>,
): void {
  overrides.alterContext = (context) => ({
    ...context,
    // Its methods are closures; what it has as a getter stays one.
    servers: Object.assign(Object.create(context.servers), alter(context.servers)),
  });
}

/** Loses the marks of one kind that moderators gave servers. */
function forgetMarks({ moderation }: Store, forgotten: MarkKind): void {
  const { listMarks } = moderation;
  moderation.listMarks = async (kind) => (kind === forgotten ? [] : listMarks(kind));
}

/** The faults, by what they are about. */
export const FAULTS: readonly Fault[] = [
  {
    sentence: 'A server that went silent stays listed for twice as long.',
    put: ({ settings }) => Object.assign(settings, { staleAfterMs: 2 * settings.staleAfterMs }),
  },
  {
    sentence: 'Servers with a closed port are listed now and then.',
    put({ overrides }) {
      const { probe } = overrides;
      let count = 0;
      overrides.probe = {
        async probe(...place) {
          count += 1;
          return (await probe?.probe(...place)) === true || count % 4 === 0;
        },
      };
    },
  },
  {
    sentence: 'A new salt does not reach the lists of players, so that their mppass is wrong.',
    put: (parts) =>
      alterServers(parts, ({ announce }) => ({
        announce: (raw, ip) => announce({ ...raw, salt: 'the salt of another server' }, ip),
      })),
  },
  {
    sentence: 'A heartbeat is accepted now and then, and nothing comes of it.',
    put(parts) {
      let count = 0;
      alterServers(parts, ({ announce }) => ({
        announce(raw, ip) {
          count += 1;
          return count % 20 === 0
            ? { hash: computeServerHash(ip, Number(raw.port)) }
            : announce(raw, ip);
        },
      }));
    },
  },
  {
    sentence: 'A batch of servers that could not be saved is forgotten.',
    put({ store }) {
      const { saveBatch } = store.servers;
      store.servers.saveBatch = (batch) => saveBatch(batch).catch(() => {});
    },
  },
  {
    sentence: 'Only the first batch of servers is saved.',
    put({ store }) {
      const { saveBatch } = store.servers;
      let count = 0;
      store.servers.saveBatch = async (batch) => {
        count += 1;
        if (count === 1) await saveBatch(batch);
      };
    },
  },
  {
    sentence: 'Servers count as silent while the service itself was down.',
    put({ store }) {
      const { loadServers } = store.servers;
      store.servers.loadServers = async () => ({
        ...(await loadServers()),
        lastAliveAt: undefined,
      });
    },
  },
  {
    sentence: 'The country of a server is not what moderators set.',
    put: ({ store }) => forgetMarks(store, 'country'),
  },
  {
    sentence: 'Featured servers are no longer first.',
    put: ({ store }) => forgetMarks(store, 'featured'),
  },
  {
    sentence: 'Servers that were unlisted are listed.',
    put: ({ store }) => forgetMarks(store, 'unlisted'),
  },
  {
    sentence: 'Bans count for nothing.',
    put: ({ store }) => Object.assign(store.moderation, { listBans: async () => [] }),
  },
  {
    sentence: 'Bans never expire.',
    put({ store }) {
      const { listBans } = store.moderation;
      store.moderation.listBans = async () =>
        (await listBans()).map((ban) => ({ ...ban, expiresAt: null }));
    },
  },
  {
    sentence: 'Samples of the history are shown and not saved.',
    put: ({ store }) => Object.assign(store.history, { saveMinute: async () => [] }),
  },
  {
    sentence: 'Who logs out stays logged in.',
    put: ({ store }) => Object.assign(store.sessions, { endSession: async () => {} }),
  },
  {
    sentence: 'Sessions are not found again.',
    put: ({ store }) => Object.assign(store.sessions, { findSession: async () => undefined }),
  },
  {
    sentence: 'Any password is right.',
    put({ overrides }) {
      const { passwords } = overrides;
      if (passwords) overrides.passwords = { ...passwords, verify: async () => true };
    },
  },
  {
    sentence: 'A code of an authenticator app works twice.',
    put: ({ store }) => Object.assign(store.security, { spendTotpStep: async () => true }),
  },
  {
    sentence: 'A recovery code works twice.',
    put: ({ store }) => Object.assign(store.security, { spendRecoveryCode: async () => true }),
  },
  {
    sentence: 'Favourites are shown and not saved.',
    put: ({ store }) => Object.assign(store.favourites, { addFavourites: async () => 0 }),
  },
  {
    sentence: 'What a webhook took is sent to it again and again.',
    put({ store }) {
      const { noteAnswer } = store.webhooks;
      let count = 0;
      store.webhooks.noteAnswer = async (...noted) => {
        count += 1;
        if (count % 3 > 0) await noteAnswer(...noted);
      };
    },
  },
  {
    sentence: 'Webhooks are told of no report.',
    put({ store }) {
      const { listDueEvents } = store.webhooks;
      store.webhooks.listDueEvents = async (...asked) =>
        (await listDueEvents(...asked)).filter(({ event }) => event.type !== 'reported');
    },
  },
  {
    sentence: 'What a service of browsers took is sent to it again and again.',
    put: ({ store }) => Object.assign(store.rallies, { settlePush: async () => true }),
  },
  {
    sentence: 'Browsers are told of no rally.',
    put: ({ store }) => Object.assign(store.rallies, { takeDuePushes: async () => [] }),
  },
  {
    sentence: 'Nobody gets an email.',
    put: ({ store }) => Object.assign(store.outbox, { replaceEmailJob: async () => [true] }),
  },
];
