// The public face of moderation: moderators' actions on servers and addresses, and the lists they read.

import { parseReason, requireReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { runTogether, type StoreTogether } from '../../platform/lib/together.ts';
import { inputFailures } from '../../platform/messages/messages.ts';
import { type AuditEntry, writeDetail } from '../audit/index.ts';
import { listTags, MAX_TAGS, requireTag } from '../claims/index.ts';
import { claimFailures } from '../claims/messages.ts';
import { countPlayers, rankBy, requireHash, type StoredServer } from '../registry/index.ts';
import type { ModerationAuditAction } from './audit-actions.ts';
import { createMakeChange, type ModerationPorts } from './audited-changes.ts';
import { createBanActions } from './bans.ts';
import type { FilterWord, ServerMark } from './moderation-ports.ts';
import { requireFilterWord, toFilterWords } from './name-filter.ts';
import { createReportActions } from './report-actions.ts';
import { createBanSearch } from './rules.ts';
import {
  MARK_KINDS,
  type MarkKind,
  type ServerActionName,
  serverAction,
} from './server-actions.ts';

/** A live server for moderators, without its salt. */
export interface ListedServer
  extends Omit<StoredServer, 'salt' | 'supportsWeb' | 'steadySince' | 'reachableAt'> {
  isFeatured: boolean;
  /** Whether moderators keep the server out of the public list. */
  isUnlisted: boolean;
}

/** The facts that moderators see. All others, such as the salt, stay out. */
export function pickServerFacts(
  server: Omit<ListedServer, 'isFeatured' | 'isUnlisted' | 'isPublic' | 'lastBeatAt'>,
) {
  const { hash, name, ip, port, players, maxPlayers, software, country, startedAt } = server;
  return { hash, name, ip, port, players, maxPlayers, software, country, startedAt };
}

/**
 * The actions of moderation. Each is durable when it returns and has an entry in the audit log; a running service
 * notices it by itself. An action that returns false found nothing to change. Unreadable input throws `invalid`. A
 * reason is one line, see `platform/input/plain-line.ts`; an optional reason may be empty.
 */
export type ServerModeration = ReturnType<typeof createServerModeration>;

/** Actions on several things at once change no claim. */
const NO_SERVER = '';

/** The methods whose calls `forEach` may collect, because an action makes only one such call. */
const CHANGES = ['addBan', 'removeBan', 'setMark', 'removeMark', 'addFilterWord'] as const;

/** Creates moderation over these stores. `staleAfterMs` is the service's setting. */
export function createServerModeration(ports: ModerationPorts & { together: StoreTogether }) {
  return Object.assign(createModerationActions(ports), {
    /**
     * Does an action to each of several things, with all changes in one transaction. Returns for each why it was
     * refused, `undefined` when it was done. Throws `invalid` for more than 100.
     */
    async forEach<Item>(
      items: readonly Item[],
      act: (each: ModerationActions, item: Item) => Promise<unknown>,
    ): Promise<(Failure | undefined)[]> {
      const { onChanged: _, ...rest } = ports;
      const loading = ports.servers.loadServers();
      const refused = await runTogether(
        ports.together,
        items,
        (item, collect) => {
          const each = createModerationActions({
            ...rest,
            servers: { loadServers: () => loading },
            moderation: collect('moderation', ports.moderation, CHANGES),
            reports: collect('reports', ports.reports, ['closeReports']),
          });
          return act(each, item);
        },
        inputFailures.tooMany,
      );
      await ports.onChanged?.({ hash: NO_SERVER });
      return refused;
    },
  });
}

type ModerationActions = ReturnType<typeof createModerationActions>;

function createModerationActions(ports: ModerationPorts) {
  const { moderation: store, claims } = ports;
  const { listMarks, listFilterWords } = store;
  const makeChange = createMakeChange(ports);

  function wordAction(
    name: ModerationAuditAction,
    change: (word: FilterWord, entry: AuditEntry) => Promise<boolean>,
  ) {
    return async (actor: Actor, text: string, reason: string = ''): Promise<boolean> => {
      const word = requireFilterWord(text);
      return makeChange([actor, name, word.word, parseReason(reason)], (entry) =>
        change({ ...word, addedAt: entry.at }, entry),
      );
    };
  }

  const listOfferedTags = async () => listTags(await claims.listTagChanges());

  function tagAction(name: 'tag added' | 'tag removed') {
    const isOffered = name === 'tag added';
    return async (actor: Actor, text: string, why: string = ''): Promise<boolean> => {
      const tag = requireTag(text);
      const reason = parseReason(why);
      const offered = await listOfferedTags();
      if (offered.some((one) => one.tag === tag) === isOffered) return false;
      if (isOffered && offered.length >= MAX_TAGS) {
        throw new Failure('conflict', claimFailures.texts.tooManyTags(MAX_TAGS));
      }
      return makeChange([actor, name, tag, reason], (entry) =>
        claims.changeTag({ tag, isOffered, changedAt: entry.at }, entry),
      );
    };
  }

  const listServers = () => listSavedServers(ports);

  return {
    listMarks,
    listFilterWords,
    listServers,
    ...createBanActions(ports, makeChange, async () => ports.listLive?.() ?? (await listServers())),
    ...createReportActions(ports, makeChange),
    listClaims: claims.listClaims,
    /** The marks of a server, by their kinds. */
    async findMarks(hash: string): Promise<Partial<Record<MarkKind, ServerMark>>> {
      const marks = MARK_KINDS.map(async (kind) => {
        const mark = (await listMarks(kind)).find((each) => each.hash === hash);
        return mark === undefined ? [] : [[kind, mark] as const];
      });
      return Object.fromEntries((await Promise.all(marks)).flat());
    },
    /** Does an action to a server, which need not be live. `typed` is the value of an action that has one. */
    async actOnServer(
      name: ServerActionName,
      actor: Actor,
      text: string,
      why: string = '',
      typed: string = '',
    ): Promise<boolean> {
      const { audit, sets, lifts, claim, reason: kind, value } = serverAction(name);
      const hash = requireHash(text);
      const kept = value?.read(typed);
      const reason = kind === undefined ? parseReason(why) : requireReason(why);
      const detail = kept === undefined ? '' : writeDetail({ form: 'text', text: kept });
      return makeChange([actor, audit, hash, reason, detail], async (entry) => {
        const told = kind === 'notified' ? reason : '';
        if (sets !== undefined) return store.setMark(sets, hash, entry, kept ?? told);
        if (lifts !== undefined) return store.removeMark(lifts, hash, entry);
        return claim !== undefined && claims[claim](hash, entry);
      });
    },
    /** Keeps servers with this word in their name out of the public list. */
    addFilterWord: wordAction('filter word added', store.addFilterWord),
    removeFilterWord: wordAction('filter word removed', async ({ key }, entry) => {
      // Another version may have stored another key for the same word.
      const stored = (await listFilterWords()).find(
        ({ word }) => requireFilterWord(word).key === key,
      );
      return store.removeFilterWord(stored?.key ?? key, entry);
    }),
    /** The words from the settings. They apply too, and cannot be changed here. */
    get configuredWords(): readonly FilterWord[] {
      return toFilterWords(ports.filteredWords ?? []);
    },
    /** The tags that operators choose from, A to Z; `addedAt` is 0 for the tags of a new site. */
    listTags: listOfferedTags,
    addTag: tagAction('tag added'),
    /** Removes a tag from the choice. Claims that have it keep it until their operators take it off. */
    removeTag: tagAction('tag removed'),
  };
}

/** The servers in list order without banned ones, as last saved: about a second ago, or when the service stopped. */
async function listSavedServers({
  servers,
  moderation: store,
  clock,
  staleAfterMs,
}: ModerationPorts): Promise<ListedServer[]> {
  const { servers: stored, lastAliveAt = clock.now() } = await servers.loadServers();
  const hashesOf = async (kind: MarkKind) =>
    new Set((await store.listMarks(kind)).map(({ hash }) => hash));
  const featured = await hashesOf('featured');
  const unlisted = await hashesOf('unlisted');
  const findBan = createBanSearch(await store.listBans());
  const live = stored
    .filter(({ lastBeatAt }) => lastAliveAt - lastBeatAt <= staleAfterMs)
    .filter((it) => findBan({ ...it, hash: () => it.hash }, clock.now()) === undefined)
    .map((server) => ({
      ...pickServerFacts(server),
      isPublic: server.isPublic,
      lastBeatAt: server.lastBeatAt,
      isFeatured: featured.has(server.hash),
      isUnlisted: unlisted.has(server.hash),
    }));
  const counted = (it: ListedServer) => ({ ...it, counted: countPlayers(it, false) });
  return rankBy(live, counted, lastAliveAt);
}
