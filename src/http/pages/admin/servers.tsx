// The live servers, searched and page by page; the page of one server, and the actions whose forms are on it.
/** @jsxImportSource preact */

import type { Actor } from '../../../accounts/audit.ts';
import { networksOfAddress } from '../../../lib/address.ts';
import { stripColourCodes } from '../../../lib/colour-codes.ts';
import { readDetail } from '../../../messages/audit-details.ts';
import { adminMessages, serverAdminMessages } from '../../../messages/messages.ts';
import type { Claim } from '../../../servers/claims/ports.ts';
import {
  createNameFilter,
  type ListedServer,
  type NameFilter,
  requireCountry,
  requireTarget,
  type ServerModeration,
} from '../../../servers/moderation/moderation.ts';
import type { BanTarget } from '../../../servers/moderation/ports.ts';
import { type Oddity, parseServerHash } from '../../../servers/servers.ts';
import {
  AUDIT_PATH,
  accountPath,
  BANS_PATH,
  SERVERS_PATH,
  serverAdminPath,
  withQuery,
} from '../../../views/admin/admin-paths.ts';
import { History } from '../../../views/admin/audit-table.tsx';
import {
  ActionForms,
  type ActionOn,
  AdminTable,
  type Fact,
  FactList,
  lastsField,
  listForms,
  ServerLink,
  type Shown,
  SUBJECT,
  showList,
  typedText,
} from '../../../views/admin/parts.tsx';
import { OpenReports } from '../../../views/admin/report-tables.tsx';
import { countryOptions, optionsOf } from '../../../views/form-fields.tsx';
import { Notice } from '../../../views/forms.tsx';
import { LinkLine } from '../../../views/layout.tsx';
import { ColouredName, Country, countryName, languageName } from '../../../views/parts.tsx';
import { ClaimLinks } from '../../../views/server/server-about.tsx';
import { Moment } from '../../../views/time.tsx';
import type { HttpContext } from '../../context.ts';
import {
  adminPage,
  createSearch,
  manyActions,
  type PageAction,
  pageOf,
  type ReadField,
  type TickedRow,
} from './admin-page.ts';

const {
  servers: listMessages,
  server: messages,
  serverActions: actionMessages,
} = serverAdminMessages;
const HISTORY = 20;

/** A live server, and whether it is in the public list, or why not. */
type ServerRow = ListedServer & { state: keyof typeof listMessages.states };

/** A server without heartbeats about which a moderator decided something. */
interface OfflineServer {
  hash: string;
  detail: string;
  since?: number;
}

export function serverListRoutes({ moderation, servers: live }: HttpContext) {
  return adminPage({
    path: '/admin/servers',
    role: 'moderator',
    search: ['text', 'state'],
    async show({ query }, search) {
      const [listed, words, decided] = await Promise.all([
        moderation.listServers(),
        moderation.listFilterWords(),
        listDecided(moderation, search.state),
      ]);
      const findWord = createNameFilter([...moderation.configuredWords, ...words]);
      const isFound = createSearch(search.text);
      const odd = search.state === 'odd' ? await live.findOdd() : new Map<string, Oddity[]>();
      const ofState = new Set([...decided.map(({ hash }) => hash), ...odd.keys()]);
      const rows = listed
        .map((server) => withState(server, findWord))
        .filter((server) => isInState(server, search.state) || ofState.has(server.hash))
        .filter(({ name, hash, ip, port }) =>
          isFound(name, stripColourCodes(name), hash, `${ip}:${port}`),
        );
      const hash = parseServerHash(search.text);
      const known = new Set(listed.map((server) => server.hash));
      const offline = decided.filter((it) => !known.has(it.hash) && isFound(it.hash, it.detail));
      const { columns, states, stateChoices, text: label, banAddresses } = listMessages;
      const page = pageOf(rows, query, SERVERS_PATH, search);
      const { state, all } = serverAdminMessages;
      return showList<ServerRow>({
        ...{ ...listMessages, page },
        search: [
          { name: 'text', label, isLiteral: true },
          { name: 'state', label: state, options: optionsOf(stateChoices, all) },
        ],
        many: {
          buttons: {
            unlist: actionMessages.unlist.title,
            relist: actionMessages.relist.title,
            ban: banAddresses,
          },
          danger: 'ban',
          fields: [lastsField()],
          also: listNetworks(page.rows, listed),
          keyOf: ({ hash, ip, name }) => ({ id: `${hash} ${ip}`, name: stripColourCodes(name) }),
        },
        columns: [
          [columns.name, ({ hash, name }) => <ServerLink hash={hash} name={name} />],
          [columns.address, ({ ip, port }) => `${ip}:${port}`],
          [
            state,
            (it) =>
              [
                states[it.state],
                ...(it.isFeatured ? [listMessages.featured] : []),
                ...(odd.get(it.hash) ?? []).map((oddity) => listMessages.odd[oddity]),
              ].join(', '),
          ],
          [
            columns.players,
            ({ players, maxPlayers }) => (
              <span class="unbroken">{`${players} / ${maxPlayers}`}</span>
            ),
          ],
          [columns.software, ({ software }) => plainText(software)],
          [columns.country, ({ country }) => <Country code={country} />],
          [columns.beat, ({ lastBeatAt }) => <Moment at={lastBeatAt} />],
        ],
        children: (
          <>
            {hash !== undefined && !known.has(hash) && (
              <LinkLine href={serverAdminPath(hash)} label={listMessages.anyway} />
            )}
            {offline.length > 0 && <OfflineServers servers={offline} />}
          </>
        ),
      });
    },
    actions: { many: manyServerActions(moderation) },
  });
}

/** Moderation of one of several. */
export type EachModeration = Omit<ServerModeration, 'forEach'>;

/** Networks with fewer servers are not offered. */
const FEWEST_IN_NETWORK = 3;
const MOST_NETWORKS = 5;
const NETWORK = 'network ';

/** The networks that have most live servers, of those with servers on the page: a ban of one hits all of them. */
function listNetworks(shown: readonly ListedServer[], listed: readonly ListedServer[]) {
  const siteOf = ({ ip }: ListedServer) => networksOfAddress(ip).site;
  const onPage = new Set(shown.map(siteOf));
  return [...Map.groupBy(listed, siteOf)]
    .filter(([site, { length }]) => onPage.has(site) && length >= FEWEST_IN_NETWORK)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MOST_NETWORKS)
    .map(([site, { length }]) => ({
      id: NETWORK + site,
      name: listMessages.network(site, length),
    }));
}

/** What a ban is about: the address of a server, or a network. */
const rangeOf = ({ id }: TickedRow) => id.split(' ')[1] ?? '';
/** Of a network there is none, which is refused. */
const hashOf = ({ id }: TickedRow) => id.split(' ')[0] ?? '';

function manyServerActions(moderation: ServerModeration): PageAction {
  return manyActions<EachModeration>({
    forEach: (_, rows, act) => moderation.forEach(rows, act),
    checks: { lasts: moderation.parseEnd },
    // Several servers may have one address.
    select: (rows, button) =>
      button === 'ban' ? [...new Map(rows.map((row) => [rangeOf(row), row])).values()] : rows,
    buttons: {
      unlist: (each, { actor, row, read }) => each.unlistServer(actor, hashOf(row), read('reason')),
      relist: (each, { actor, row, read }) => each.relistServer(actor, hashOf(row), read('reason')),
      ban: (each, { actor, row, read }) =>
        ban(each, actor, { kind: 'range', subject: rangeOf(row) }, read),
    },
  });
}

/** The servers, live or not, of which moderators decided what a state asks for. */
async function listDecided(moderation: ServerModeration, state: string): Promise<OfflineServer[]> {
  if (state === 'featured') {
    return (await moderation.listFeatured()).map((hash) => ({ hash, detail: '' }));
  }
  if (state === 'country') {
    const set = await moderation.listCountries();
    return set.map(({ hash, country }) => ({ hash, detail: countryName(country) }));
  }
  if (state !== 'unlisted') return [];
  const unlisted = await moderation.listUnlisted();
  return unlisted.map(({ hash, reason, unlistedAt }) => {
    return { hash, detail: reason, since: unlistedAt };
  });
}

/** The server with what keeps it out of the public list, the work of moderators first. */
function withState(server: ListedServer, findWord: NameFilter): ServerRow {
  if (server.isUnlisted) return { ...server, state: 'unlisted' };
  if (findWord(server.name) !== undefined) return { ...server, state: 'filtered' };
  return { ...server, state: server.isPublic ? 'public' : 'private' };
}

function isInState({ state }: ServerRow, requested: string): boolean {
  if (requested === 'unlisted') return state === 'unlisted' || state === 'filtered';
  return requested === '' || state === requested;
}

function OfflineServers({ servers }: { servers: readonly OfflineServer[] }) {
  const { hash, detail, since } = listMessages.offlineColumns;
  return (
    <>
      <h2>{listMessages.offlineTitle}</h2>
      <AdminTable<OfflineServer>
        caption={listMessages.offlineCaption}
        columns={[
          [hash, (server) => <a href={serverAdminPath(server.hash)}>{server.hash}</a>],
          [detail, (server) => (server.detail === '' ? null : <bdi>{server.detail}</bdi>)],
          [since, (server) => (server.since === undefined ? null : <Moment at={server.since} />)],
        ]}
        rows={servers}
      />
    </>
  );
}

/** Routes of `/admin/servers/<hash>/`; no server need have the hash. */
export function serverRoutes(context: HttpContext) {
  const { moderation } = context;
  const toAction = ([name, action]: [string, ServerAction]): [string, PageAction] => [
    name,
    {
      ...{ reason: action.reason, about: action.about, checks: action.checks?.(moderation) },
      async run(read, { actor, key }) {
        await action.run(moderation, actor, key, read);
        return `server-${name}`;
      },
    },
  ];

  return adminPage({
    path: '/admin/servers/:hash',
    role: 'moderator',
    show: ({ key }) => showServer(context, key),
    actions: Object.fromEntries(Object.entries(SERVER_ACTIONS).map(toAction)),
  });
}

/** What a program said, without colour codes; `null` for nothing. */
function plainText(text: string) {
  return text === '' ? null : <bdi>{stripColourCodes(text)}</bdi>;
}

type ServerView = Awaited<ReturnType<typeof readServer>>;

/** An action on a server: its form, its checks besides that of the reason, and what it does. */
interface ServerAction extends ActionOn<ServerView> {
  checks?(moderation: ServerModeration): NonNullable<PageAction['checks']>;
  about?: string;
  run(moderation: ServerModeration, actor: Actor, hash: string, read: ReadField): Promise<unknown>;
}

type ByReason =
  | `${'feature' | 'unfeature' | 'unlist' | 'relist'}Server`
  | 'resetCountry'
  | 'clearClaimTexts'
  | 'removeClaim';

const byReason = (method: ByReason): Pick<ServerAction, 'run'> => ({
  run: (moderation, actor, hash, read) => moderation[method](actor, hash, read('reason')),
});

const DANGER = { kind: 'danger', reason: 'notified' } as const;
const OF_CLAIM: ActionOn<ServerView> = {
  ...{ kind: 'danger', reason: 'required' },
  isPossible: ({ claim }) => claim !== undefined,
};

const ban = (
  moderation: Pick<ServerModeration, 'addBan'>,
  actor: Actor,
  target: BanTarget,
  read: ReadField,
) => moderation.addBan(actor, target, { reason: read('reason'), lasts: read('lasts') });

/** A ban whose subject is typed: filled in with what only a live server has, and can be changed, such as to a wider range. */
const banTyped = (
  name: 'ban-address' | 'ban-name',
  kind: 'range' | 'name',
  suggest: (server: ServerView) => string | undefined,
): ServerAction => ({
  ...{ ...DANGER, about: 'subject' },
  isPossible: ({ live }) => live !== undefined,
  form(server) {
    const { field: label, hint } = actionMessages[name];
    const subject = { ...SUBJECT, label, hint, value: suggest(server) ?? '' };
    const boxes = (kind === 'range' ? server.networks : []).map((row) => {
      return { name: 'network', label: row.name, value: rangeOf(row), isChecked: false };
    });
    return { fields: [subject, ...boxes, lastsField()] };
  },
  checks: ({ parseEnd }) => ({
    subject: (subject) => requireTarget({ kind, subject }),
    lasts: parseEnd,
  }),
  async run(moderation, actor, _, read) {
    const subjects = [read('subject'), read('network')].filter((subject) => subject !== '');
    const outcomes = await moderation.forEach(subjects, (each, subject) =>
      ban(each, actor, { kind, subject }, read),
    );
    for (const refused of outcomes) if (refused !== undefined) throw refused;
  },
});

const SERVER_ACTIONS: Readonly<Record<keyof typeof actionMessages, ServerAction>> = {
  feature: { isPossible: ({ isFeatured }) => !isFeatured, ...byReason('featureServer') },
  unfeature: { isPossible: ({ isFeatured }) => isFeatured, ...byReason('unfeatureServer') },
  relist: { isPossible: ({ unlisted }) => unlisted !== undefined, ...byReason('relistServer') },
  unlist: {
    ...DANGER,
    form({ unlisted }) {
      const { title, again } = actionMessages.unlist;
      return { title: unlisted === undefined ? title : again };
    },
    ...byReason('unlistServer'),
  },
  country: {
    form({ country, live }) {
      const { field: label, hint } = actionMessages.country;
      const value = country ?? live?.country ?? '';
      return { fields: [{ name: 'country', label, hint, value, options: countryOptions() }] };
    },
    checks: () => ({ country: requireCountry }),
    run: (moderation, actor, hash, read) =>
      moderation.setCountry(actor, hash, read('country'), read('reason')),
  },
  'country-reset': {
    isPossible: ({ country }) => country !== undefined,
    ...byReason('resetCountry'),
  },
  ban: {
    ...DANGER,
    form: () => ({ fields: [lastsField()] }),
    checks: ({ parseEnd }) => ({ lasts: parseEnd }),
    run: (moderation, actor, subject, read) =>
      ban(moderation, actor, { kind: 'server', subject }, read),
  },
  'ban-address': banTyped('ban-address', 'range', ({ live }) => live?.ip),
  'ban-name': banTyped('ban-name', 'name', ({ name }) => name),
  'claim-clear': { ...OF_CLAIM, ...byReason('clearClaimTexts') },
  'claim-remove': { ...OF_CLAIM, ...byReason('removeClaim') },
};

async function readServer({ moderation, audit }: HttpContext, hash: string) {
  const isThis = (each: { hash: string }) => each.hash === hash;
  const [listed, featured, unlisted, words, countries, bans, claims, reports, log] =
    await Promise.all([
      moderation.listServers(),
      moderation.listFeatured(),
      moderation.listUnlisted(),
      moderation.listFilterWords(),
      moderation.listCountries(),
      moderation.listBans(),
      moderation.listClaims(),
      moderation.findReportedServer(hash),
      audit.readPage({ subject: hash }),
    ]);
  const found = listed.find(isThis);
  const findWord = createNameFilter([...moderation.configuredWords, ...words]);
  // Of bans on other things the history knows which of them hit this server.
  const hits = log.actions
    .map(({ detail }) => readDetail(detail))
    .filter((detail) => detail?.form === 'server banned');
  const ban = bans
    .filter((each) => !moderation.hasExpired(each))
    .find(({ kind, subject }) =>
      kind === 'server'
        ? subject === hash
        : hits.some(({ target, by }) => target === kind && by === subject),
    );
  const name = found?.name ?? hits[0]?.name ?? hash;
  return {
    hash,
    /** The name without colour codes; the hash while the server is offline, unless a ban noted its name. */
    name: stripColourCodes(name),
    /** `undefined` while it sends no heartbeats. */
    live: found && withState(found, findWord),
    networks: found ? listNetworks([found], listed) : [],
    isFeatured: featured.includes(hash),
    unlisted: unlisted.find(isThis),
    /** The word of the name filter that its name contains. */
    word: found && findWord(found.name),
    /** Two letters, where a moderator set them. */
    country: countries.find(isThis)?.country,
    ban,
    claim: claims.find(isThis),
    reports,
    history: log.actions.slice(0, HISTORY),
  };
}

/** The page of a server, also where an action was refused. */
export async function showServer(context: HttpContext, hash: string): Promise<Shown> {
  const server = await readServer(context, hash);
  const { name, live, ban, claim, reports, history } = server;
  const body = (
    <>
      <p class="back">
        <a href={SERVERS_PATH}>{messages.back}</a>
      </p>
      {live === undefined && <Notice kind="information" text={messages.offline} />}
      {ban !== undefined && (
        <Notice kind="warning">
          <p>
            {serverAdminMessages.audit.details.banned(ban.subject, ban.reason)}{' '}
            <a href={withQuery(BANS_PATH, { text: ban.subject })}>{messages.toBans}</a>
          </p>
        </Notice>
      )}
      <FactList facts={factsOf(server)} />
      {live !== undefined && <LinkLine href={`/server/play/${hash}/`} label={messages.toPublic} />}
      <h2>{messages.actionsTitle}</h2>
      <ActionForms actions={listForms(SERVER_ACTIONS, actionMessages, server)} />
      <h2>{messages.claimTitle}</h2>
      {claim === undefined ? <p>{messages.claimNone}</p> : <FactList facts={factsOfClaim(claim)} />}
      <h2 id="reports">{messages.reportsTitle}</h2>
      {reports === undefined ? (
        <p>{messages.reportsNone}</p>
      ) : (
        <OpenReports group={reports} origin={{ from: hash }} />
      )}
      <History
        messages={messages}
        actions={history}
        all={{ path: withQuery(AUDIT_PATH, { subject: hash }), label: messages.historyAll }}
      />
    </>
  );
  return { title: messages.title(name), path: serverAdminPath(hash), body };
}

function factsOf(server: ServerView): Fact[] {
  const { hash, live, ban, isFeatured, unlisted, word, country, claim } = server;
  const { facts } = messages;
  const { yes, no } = adminMessages;
  return [
    live && [listMessages.columns.name, <ColouredName name={live.name} />],
    live && [facts.address, `${live.ip}:${live.port}`],
    [facts.hash, <code>{hash}</code>],
    ban !== undefined
      ? [serverAdminMessages.state, messages.bannedBy(ban.subject)]
      : live && [serverAdminMessages.state, listMessages.states[live.state]],
    live && [facts.players, `${live.players} / ${live.maxPlayers}`],
    live && [facts.software, plainText(live.software)],
    live && [facts.started, <Moment at={live.startedAt} />],
    live && [facts.beat, <Moment at={live.lastBeatAt} />],
    country === undefined
      ? live && [facts.country, <Country code={live.country} />]
      : [facts.country, messages.byHand(countryName(country))],
    claim !== undefined && claim.joinIp !== null
      ? [facts.joinPlace, `${claim.joinIp}:${claim.joinPort}`]
      : claim !== undefined && claim.joinPort !== null && [facts.joinPort, claim.joinPort],
    [facts.featured, isFeatured ? yes : no],
    unlisted && [facts.unlisted, <Moment at={unlisted.unlistedAt} />],
    unlisted && [facts.reason, <bdi>{unlisted.reason}</bdi>],
    word !== undefined && [facts.word, word],
  ];
}

function factsOfClaim(claim: Claim): Fact[] {
  const { owner, since, description, links, tags, country, language } = messages.claim;
  return [
    [owner, <a href={accountPath(claim.accountId)}>{claim.accountName}</a>],
    [since, <Moment at={claim.claimedAt} />],
    [description, typedText(claim.description)],
    [links, claim.links.length === 0 ? null : <ClaimLinks links={claim.links} />],
    [tags, claim.tags.length === 0 ? null : <bdi>{claim.tags.join(', ')}</bdi>],
    [country, claim.country === null ? null : <Country code={claim.country} />],
    [language, claim.language === null ? null : languageName(claim.language)],
  ];
}
