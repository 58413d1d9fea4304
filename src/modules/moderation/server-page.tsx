// The page of one server and its actions.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { ReportPorts } from '../../platform/http/errors.ts';
import {
  adminPage,
  guardParts,
  type PageAction,
  type ReadField,
  type StaffPart,
  type TickedRow,
} from '../../platform/http/staff-page.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { labels } from '../../platform/messages/messages.ts';
import { countryOptions, type FieldOf } from '../../platform/views/form-fields.tsx';
import { Notice } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { ColouredName, Country, countryName, Face } from '../../platform/views/parts.tsx';
import {
  ActionForms,
  type ActionOn,
  lastsField,
  listForms,
  SUBJECT,
} from '../../platform/views/staff-actions.tsx';
import { type Fact, FactList, type Shown, When } from '../../platform/views/staff-parts.tsx';
import {
  AUDIT_PATH,
  accountPath,
  BANS_PATH,
  SERVERS_PATH,
  serverAdminPath,
  withQuery,
} from '../../platform/views/staff-paths.ts';
import { History } from '../audit/audit-table.tsx';
import { type AuditReader, readDetail } from '../audit/index.ts';
import { auditMessages } from '../audit/messages.ts';
import { claimFacts } from '../claims/claim-parts.tsx';
import type { Claim, Claims } from '../claims/index.ts';
import { requireTarget } from './bans.ts';
import type { LiveOverview } from './live-overview.ts';
import { serverAdminDone, serverAdminMessages } from './messages.ts';
import type { ServerModeration } from './moderation.ts';
import type { BanTarget } from './moderation-ports.ts';
import { createNameFilter } from './name-filter.ts';
import { OpenReports } from './report-tables.tsx';
import { SERVER_ACTION_NAMES, type ServerActionName, serverAction } from './server-actions.ts';

const {
  servers: listMessages,
  server: messages,
  serverActions: actionMessages,
} = serverAdminMessages;
const HISTORY = 20;

/** The ports of showing and moderating a server. */
export interface ServerModerationPorts {
  moderation: ServerModeration;
  audit: AuditReader;
  servers: { overview: LiveOverview; claims: Pick<Claims, 'all' | 'findClaim'> };
}

/** The field that confirms a wide range. */
export const wideField = (): FieldOf => {
  return { name: 'wide', label: serverAdminMessages.bans.wide, isChecked: false, isAsked: true };
};

/** Moderation without `forEach`: the actions on one thing. */
export type EachModeration = Omit<ServerModeration, 'forEach'>;

const NETWORK = 'network ';

/** The networks of the page's servers that have the most live servers. */
export function listNetworks(
  { overview }: { overview: Pick<LiveOverview, 'listNetworks'> },
  shown: readonly { ip: string }[],
) {
  return overview.listNetworks(shown).map(({ site, count }) => ({
    id: NETWORK + site,
    name: listMessages.network(site, count),
  }));
}

/** The range to ban: the address of a server, or a network. */
export const rangeOf = ({ id }: TickedRow) => id.split(' ')[1] ?? '';

/** Routes of `/admin/servers/<hash>/`; no server need have the hash. */
export function serverRoutes(
  context: ServerModerationPorts & ReportPorts & { parts: { serverParts?: readonly StaffPart[] } },
) {
  const { moderation, parts } = context;
  const toAction = ([name, action]: [string, ServerForm]): [string, PageAction] => [
    name,
    {
      reason: action.reason,
      about: action.about,
      checks: action.checks?.(moderation),
      async run(read, { actor, key }) {
        await action.run(moderation, actor, key, read);
        return name.startsWith('ban') ? 'ban-added' : `server-${name}`;
      },
    },
  ];

  return adminPage({
    path: '/admin/servers/:hash',
    role: 'moderator',
    done: serverAdminDone,
    parts: guardParts(context, parts.serverParts),
    show: ({ key }, _search, _isRefused, added) => showServer(context, key, added),
    actions: Object.fromEntries(Object.entries(SERVER_FORMS).map(toAction)),
  });
}

/** A program's text without colour codes; `null` for an empty one. */
export function plainText(text: string) {
  return text === '' ? null : <bdi>{stripColourCodes(text)}</bdi>;
}

type ServerView = Awaited<ReturnType<typeof readServer>>;

/** An action on a server: its form, its effect, and its checks besides the check of the reason. */
interface ServerForm extends ActionOn<ServerView> {
  checks?(moderation: ServerModeration): NonNullable<PageAction['checks']>;
  about?: string;
  run(moderation: ServerModeration, actor: Actor, hash: string, read: ReadField): Promise<unknown>;
}

/** The fields of actions with a value. */
const VALUE_FIELDS: Partial<Record<ServerActionName, (server: ServerView) => FieldOf[]>> = {
  country({ marks, live }) {
    const { hint } = actionMessages.country;
    const value = marks.country?.value ?? live?.country ?? '';
    return [{ name: 'country', label: labels.country, hint, value, options: countryOptions() }];
  },
};

/** The form of an action in the table. */
function toForm(name: ServerActionName): ServerForm {
  const { sets, lifts, reason, value } = serverAction(name);
  return {
    ...(reason !== undefined && { kind: 'danger', reason }),
    isPossible({ marks, claim }) {
      if (lifts !== undefined) return marks[lifts] !== undefined;
      if (sets === undefined) return claim !== undefined;
      // A mark that keeps nothing would stay the same.
      return marks[sets] === undefined || value !== undefined || reason !== undefined;
    },
    form(server) {
      const { title, again = title }: { title: string; again?: string } = actionMessages[name];
      const isSet = sets !== undefined && server.marks[sets] !== undefined;
      return { title: isSet ? again : title, fields: VALUE_FIELDS[name]?.(server) ?? [] };
    },
    ...(value !== undefined && { checks: () => ({ [value.field]: value.read }) }),
    run(moderation, actor, hash, read) {
      const typed = value === undefined ? '' : read(value.field);
      return moderation.actOnServer(name, actor, hash, read('reason'), typed);
    },
  };
}

const DANGER = { kind: 'danger', reason: 'notified' } as const;

export const ban = (
  moderation: Pick<ServerModeration, 'addBan'>,
  actor: Actor,
  target: BanTarget,
  read: ReadField,
) => {
  const how = { reason: read('reason'), lasts: read('lasts') };
  return moderation.addBan(actor, target, { ...how, isConfirmed: read('wide') === 'yes' });
};

/** A ban with a typed subject, prefilled from the live server and editable, for example to a wider range. */
const banTyped = (
  name: 'ban-address' | 'ban-name',
  kind: 'range' | 'name',
  suggest: (server: ServerView) => string | undefined,
): ServerForm => ({
  ...DANGER,
  about: 'subject',
  isPossible: ({ live }) => live !== undefined,
  form(server) {
    const { field: label, hint } = actionMessages[name];
    const subject = { ...SUBJECT, label, hint, value: suggest(server) ?? '' };
    const boxes = (kind === 'range' ? server.networks : []).map((row) => {
      return { name: 'network', label: row.name, value: rangeOf(row), isChecked: false };
    });
    const wide = kind === 'range' ? [wideField()] : [];
    return { fields: [subject, ...boxes, ...wide, lastsField()] };
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

const SERVER_FORMS: Readonly<Record<keyof typeof actionMessages, ServerForm>> = {
  ...(Object.fromEntries(SERVER_ACTION_NAMES.map((name) => [name, toForm(name)])) as Record<
    ServerActionName,
    ServerForm
  >),
  ban: {
    ...DANGER,
    form: () => ({ fields: [lastsField()] }),
    checks: ({ parseEnd }) => ({ lasts: parseEnd }),
    run: (moderation, actor, subject, read) =>
      ban(moderation, actor, { kind: 'server', subject }, read),
  },
  'ban-address': banTyped('ban-address', 'range', ({ live }) => live?.ip),
  'ban-name': banTyped('ban-name', 'name', ({ name }) => name),
};

async function readServer({ moderation, audit, servers }: ServerModerationPorts, hash: string) {
  const [marks, words, bans, reports, log] = await Promise.all([
    moderation.findMarks(hash),
    moderation.listFilterWords(),
    moderation.listBans(),
    moderation.findReportedServer(hash),
    audit.readPage({ subject: hash }),
  ]);
  const found = servers.overview.find(hash);
  const findWord = createNameFilter([...moderation.configuredWords, ...words]);
  // The history knows which bans on other things hit this server.
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
    /** The name without colour codes. While the server is offline, its hash, unless a ban noted the name. */
    name: stripColourCodes(name),
    /** The live server; `undefined` while it sends no heartbeats. */
    live: found,
    networks: found ? listNetworks(servers, [found]) : [],
    marks,
    /** The filtered word that its name contains. */
    word: found && findWord(found.name),
    ban,
    claim: servers.claims.findClaim(hash),
    reports,
    history: log.actions.slice(0, HISTORY),
  };
}

/** Renders the page of a server, also after a refused action. */
export async function showServer(
  context: ServerModerationPorts,
  hash: string,
  parts?: ComponentChildren,
): Promise<Shown> {
  const server = await readServer(context, hash);
  const { name, live, ban, claim, reports, history } = server;
  const body = (
    <>
      <p class="back">
        <a href={SERVERS_PATH}>{labels.allServers}</a>
      </p>
      {live === undefined && <Notice kind="information" text={messages.offline} />}
      {ban !== undefined && (
        <Notice kind="warning">
          <p>
            {auditMessages.details.banned(ban.subject, ban.reason)}{' '}
            <a href={withQuery(BANS_PATH, { text: ban.subject })}>{messages.toBans}</a>
          </p>
        </Notice>
      )}
      <FactList facts={factsOf(server)} />
      {live !== undefined && <LinkLine href={`/server/play/${hash}/`} label={messages.toPublic} />}
      <h2>{labels.actions}</h2>
      <ActionForms actions={listForms(SERVER_FORMS, actionMessages, server)} />
      <h2>{messages.claimTitle}</h2>
      {claim === undefined ? <p>{messages.claimNone}</p> : <FactList facts={factsOfClaim(claim)} />}
      <h2 id="reports">{labels.openReports}</h2>
      {reports === undefined ? (
        <p>{messages.reportsNone}</p>
      ) : (
        <OpenReports group={reports} origin={{ from: hash }} />
      )}
      {parts}
      <History
        words={context.audit.words}
        caption={messages.historyCaption}
        actions={history}
        all={{ path: withQuery(AUDIT_PATH, { subject: hash }), label: messages.historyAll }}
      />
    </>
  );
  return { title: messages.title(name), path: serverAdminPath(hash), body };
}

function factsOf(server: ServerView): Fact[] {
  const { hash, live, ban, marks, word, claim } = server;
  const { featured, unlisted, country } = marks;
  const { facts } = messages;
  const { yes, no } = labels;
  return [
    live && [labels.name, <ColouredName name={live.name} />],
    live && [labels.address, `${live.ip}:${live.port}`],
    [labels.hash, <code>{hash}</code>],
    ban !== undefined
      ? [labels.status, messages.bannedBy(ban.subject)]
      : live && [labels.status, listMessages.states[live.state]],
    live && [labels.players, `${live.players} / ${live.maxPlayers}`],
    live && [labels.software, plainText(live.software)],
    live && [facts.started, <When at={live.startedAt} />],
    live && [labels.lastHeartbeat, <When at={live.lastBeatAt} />],
    country === undefined
      ? live && [labels.country, <Country code={live.country} />]
      : [labels.country, messages.byHand(countryName(country.value))],
    claim !== undefined && claim.joinIp !== null
      ? [facts.joinPlace, `${claim.joinIp}:${claim.joinPort}`]
      : claim !== undefined && claim.joinPort !== null && [labels.joinPort, claim.joinPort],
    [labels.featured, featured === undefined ? no : yes],
    unlisted && [facts.unlisted, <When at={unlisted.setAt} />],
    unlisted && [labels.reason, <bdi>{unlisted.value}</bdi>],
    word !== undefined && [facts.word, word],
  ];
}

function factsOfClaim(claim: Claim): Fact[] {
  const { owner, icon } = messages.claim;
  return [
    [owner, <a href={accountPath(claim.accountId)}>{claim.accountName}</a>],
    [labels.since, <When at={claim.claimedAt} />],
    [icon, claim.iconDigest && <Face hash={claim.hash} icon={claim.iconDigest} />],
    ...claimFacts(claim),
  ];
}
