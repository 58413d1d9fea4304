// The pages of live servers with their search, and the actions on several servers.
/** @jsxImportSource preact */

import {
  adminPage,
  createSearch,
  type ManyAction,
  type ManyPlan,
  manyActions,
  pageOf,
  type TickedRow,
} from '../../platform/http/staff-page.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { parseRange } from '../../platform/lib/address.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { readOr } from '../../platform/lib/failure.ts';
import { labels, staffFormMessages, staffMessages } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { Country, countryName } from '../../platform/views/parts.tsx';
import { lastsField } from '../../platform/views/staff-actions.tsx';
import {
  AdminTable,
  ServerLink,
  Status,
  showList,
  When,
} from '../../platform/views/staff-parts.tsx';
import { SERVERS_PATH, serverAdminPath } from '../../platform/views/staff-paths.ts';
import { parseServerHash } from '../registry/index.ts';
import type { LiveOverview, ServerRow } from './live-overview.ts';
import { serverAdminDone, serverAdminMessages } from './messages.ts';
import type { ServerModeration } from './moderation.ts';
import type { Oddity } from './odd-servers.ts';
import {
  MARK_KINDS,
  SERVER_ACTION_NAMES,
  type ServerActionName,
  serverAction,
} from './server-actions.ts';
import { ban, type EachModeration, listNetworks, plainText, rangeOf } from './server-page.tsx';

const { servers: listMessages, serverActions: actionMessages } = serverAdminMessages;

/** An offline server about which a moderator decided something. */
interface OfflineServer {
  hash: string;
  detail: string;
  since?: number;
}

interface ServerListPorts {
  moderation: ServerModeration;
  servers: {
    overview: LiveOverview;
    findOdd(): Promise<ReadonlyMap<string, readonly Oddity[]>>;
    countOdd(): Promise<number>;
  };
}

export function serverListRoutes({ moderation, servers: live }: ServerListPorts) {
  return adminPage({
    path: '/admin/servers',
    role: 'moderator',
    section: {
      group: 'servers',
      label: () => serverAdminMessages.sections.servers,
      countOpen: live.countOdd,
    },
    done: serverAdminDone,
    search: ['text', 'state'],
    async show({ query }, search) {
      const decided = await listDecided(moderation, search.state);
      const isFound = createSearch(search.text);
      const odd = search.state === 'odd' ? await live.findOdd() : new Map<string, Oddity[]>();
      const ofState = new Set([...decided.map(({ hash }) => hash), ...odd.keys()]);
      const { find } = live.overview;
      const found = pageOf(live.overview.search(search, ofState), query, SERVERS_PATH, search);
      const rows = found.rows.flatMap((each) => find(each) ?? []);
      const page = { ...found, rows };
      const hash = parseServerHash(search.text);
      const offline = decided.filter(
        (it) => find(it.hash) === undefined && isFound(it.hash, it.detail),
      );
      const { states, stateChoices, text: label } = listMessages;
      const { all } = staffFormMessages;
      return showList<ServerRow>({
        ...listMessages,
        filter: labels.searchServers,
        page,
        search: [
          { name: 'text', label, isLiteral: true },
          { name: 'state', label: labels.status, options: optionsOf(stateChoices, all) },
        ],
        many: {
          buttons: manyLabels(),
          danger: 'ban',
          fields: [lastsField()],
          also: listNetworks(live, rows),
          keyOf: ({ hash, ip, name }) => ({ id: `${hash} ${ip}`, name: stripColourCodes(name) }),
        },
        columns: [
          [labels.name, ({ hash, name }) => <ServerLink hash={hash} name={name} />],
          [labels.address, ({ ip, port }) => `${ip}:${port}`],
          [
            labels.status,
            (it) => (
              <Status is={STATUS[it.state]}>
                {[
                  states[it.state],
                  ...(it.isFeatured ? [listMessages.featured] : []),
                  ...(odd.get(it.hash) ?? []).map((oddity) => listMessages.odd[oddity]),
                ].join(', ')}
              </Status>
            ),
            'state',
          ],
          [
            labels.players,
            ({ players, maxPlayers }) => (
              <span class="unbroken">{`${players} / ${maxPlayers}`}</span>
            ),
          ],
          [labels.software, ({ software }) => plainText(software), 'wide'],
          [labels.country, ({ country }) => <Country code={country} />, 'wide'],
          [labels.lastHeartbeat, ({ lastBeatAt }) => <When at={lastBeatAt} />],
        ],
        children: (
          <>
            {hash !== undefined && find(hash) === undefined && (
              <LinkLine href={serverAdminPath(hash)} label={listMessages.anyway} />
            )}
            {offline.length > 0 && <OfflineServers servers={offline} />}
          </>
        ),
      });
    },
    many: manyServerActions(moderation),
  });
}

const STATUS = {
  public: 'good',
  private: 'neutral',
  unlisted: 'waiting',
  filtered: 'waiting',
} as const;

/** The hash of a ticked server. A network has none, and is refused. */
const hashOf = ({ id }: TickedRow) => id.split(' ')[0] ?? '';

const FOR_MANY = SERVER_ACTION_NAMES.filter((name) => serverAction(name).undoneBy !== undefined);

/** The labels of actions on several servers. */
const manyLabels = () => ({
  ...Object.fromEntries(FOR_MANY.map((name) => [name, actionMessages[name].title])),
  ban: listMessages.banAddresses,
});

/** Finds the ticked servers that need no change, and the way to undo the rest. */
async function planServers(
  moderation: ServerModeration,
  actor: Actor,
  button: string,
): Promise<ManyPlan<EachModeration>> {
  const { undone } = staffMessages.many;
  if (button === 'ban') {
    const bans = await moderation.listBans();
    const banned = new Set(
      bans.flatMap((ban) =>
        ban.kind === 'range' && !moderation.hasExpired(ban) ? [ban.subject] : [],
      ),
    );
    return {
      isSo: (row) => banned.has(normalRangeOf(row)),
      undo: (each, row) => each.removeBan(actor, { kind: 'range', subject: rangeOf(row) }, undone),
    };
  }
  const name = button as ServerActionName;
  const { sets, lifts = sets, undoneBy = name } = serverAction(name);
  const listed = lifts === undefined ? [] : await moderation.listMarks(lifts);
  const marks = new Map(listed.map(({ hash, value }) => [hash, value]));
  return {
    isSo(row) {
      if (sets !== undefined) return marks.has(hashOf(row));
      return parseServerHash(hashOf(row)) !== undefined && !marks.has(hashOf(row));
    },
    undo: (each, row) =>
      each.actOnServer(undoneBy, actor, hashOf(row), marks.get(hashOf(row)) || undone),
  };
}

/** The range in the form of bans. Text that is no range is refused later. */
const normalRangeOf = (row: TickedRow): string => readOr(() => parseRange(rangeOf(row)), '');

const onEach =
  (name: ServerActionName): ManyAction<EachModeration> =>
  (each, { actor, row, read }) =>
    each.actOnServer(name, actor, hashOf(row), read('reason'));

function manyServerActions(moderation: ServerModeration) {
  return manyActions<EachModeration>({
    results: listMessages.results,
    plan: (actor, _rows, button) => planServers(moderation, actor, button),
    forEach: (_, rows, act) => moderation.forEach(rows, act),
    checks: { lasts: moderation.parseEnd },
    // Several servers may share an address.
    select: (rows, button) =>
      button === 'ban' ? [...new Map(rows.map((row) => [rangeOf(row), row])).values()] : rows,
    buttons: {
      ...Object.fromEntries(FOR_MANY.map((name) => [name, onEach(name)])),
      ban: (each, { actor, row, read }) =>
        ban(each, actor, { kind: 'range', subject: rangeOf(row) }, read),
    },
  });
}

/** The servers, live or not, that moderators' decisions put into a state. */
async function listDecided(moderation: ServerModeration, state: string): Promise<OfflineServer[]> {
  const kind = MARK_KINDS.find((each) => each === state);
  if (kind === undefined) return [];
  return (await moderation.listMarks(kind)).map(({ hash, value, setAt }) => ({
    hash,
    detail: kind === 'country' ? countryName(value) : value,
    ...(kind === 'unlisted' && { since: setAt }),
  }));
}

function OfflineServers({ servers }: { servers: readonly OfflineServer[] }) {
  const { hash, detail, since } = labels;
  return (
    <>
      <h2>{listMessages.offlineTitle}</h2>
      <AdminTable<OfflineServer>
        caption={listMessages.offlineCaption}
        columns={[
          [hash, (server) => <a href={serverAdminPath(server.hash)}>{server.hash}</a>],
          [detail, (server) => (server.detail === '' ? null : <bdi>{server.detail}</bdi>)],
          [since, (server) => (server.since === undefined ? null : <When at={server.since} />)],
        ]}
        rows={servers}
      />
    </>
  );
}
