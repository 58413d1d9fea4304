// What moderators do, for programs: servers, reports, bans, words of the filter, and the notice.

import { Type } from '@sinclair/typebox';
import { nullable, oneOf, text } from '../../platform/http/openapi.ts';
import { matching, pathParameter } from '../../platform/http/parameters.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { isAtLeast } from '../../platform/lib/roles.ts';
import { NOTICE_LEVELS } from '../../platform/lib/site-facts.ts';
import type { Claims } from '../claims/index.ts';
import {
  BAN_KINDS,
  type Ban,
  type BanKind,
  type LiveOverview,
  REPORT_KINDS,
  REPORTS_PAGE,
  type Report,
  SERVER_ACTION_NAMES,
  type ServerActionName,
  type ServerModeration,
  serverAction,
} from '../moderation/index.ts';
import type { SiteModule } from '../site/index.ts';
import {
  ChangeSchema,
  createKeyedRoutes,
  fieldsOf,
  type KeyedRequest,
  type KeyedRoutePorts,
  orNull,
  recordOf,
  STATES,
  serverHash,
  timeOf,
} from './keyed-routes-api.ts';
import { keyFailures } from './messages.ts';

const BASE = '/api/v1/moderation';
const REASON = 'One line for the log.';
const NEEDED_REASON = 'One line for the log, at most 500 characters.';
const TOLD_REASON = 'One line, which the operator of the server reads.';
const SUBJECT = 'A range such as 203.0.113.0/24, a name with *, or the hash of a server.';
const ENDS = 'A duration such as 7d, or a day or time in UTC such as 2031-02-03 14:30';

const report = recordOf<Report>('Report', {
  id: [Type.Integer(), ({ id }) => id],
  hash: [text('The reported server.'), ({ hash }) => hash],
  server: [text('Its name when it was reported.'), ({ serverName }) => serverName],
  by: [text('The account that reported it.'), ({ accountName }) => accountName],
  kind: [oneOf(REPORT_KINDS), ({ kind }) => kind],
  text: [text('The text of the player, which may be empty.'), (each) => each.text],
  createdAt: timeOf('when it was sent.', ({ createdAt }) => createdAt),
  closedAt: timeOf('null while it is open.', ({ closedAt }) => closedAt),
});

const ban = recordOf<Ban>('Ban', {
  kind: [oneOf(BAN_KINDS), ({ kind }) => kind],
  subject: [text(SUBJECT), ({ subject }) => subject],
  reason: [Type.String(), ({ reason }) => reason],
  by: orNull(
    Type.String(),
    'The account that added it; null for the command line.',
    ({ author }) => (author.kind === 'account' ? author.name : null),
  ),
  createdAt: timeOf('when it was added.', ({ createdAt }) => createdAt),
  expiresAt: timeOf('null for never.', ({ expiresAt }) => expiresAt),
});

/** A server as moderators see it, online or not. */
async function readServer({ moderation, servers }: ModerationApiPorts, hash: string) {
  const [live, claim] = [servers.overview.find(hash), servers.claims.findClaim(hash)];
  return { hash, live, claim, marks: await moderation.findMarks(hash) };
}

const server = recordOf<Awaited<ReturnType<typeof readServer>>>('ModeratedServer', {
  hash: [text('32 lower-case hex digits.'), ({ hash }) => hash],
  name: orNull(Type.String(), 'With colour codes.', ({ live }) => live?.name),
  state: orNull(Type.String(), STATES, ({ live }) => live?.state),
  address: orNull(Type.String(), 'Where its heartbeats come from.', ({ live }) =>
    live === undefined ? null : `${live.ip}:${live.port}`,
  ),
  players: orNull(Type.Integer(), 'Players online.', ({ live }) => live?.players),
  owner: orNull(Type.String(), 'Who claimed it.', ({ claim }) => claim?.accountName),
  featured: [Type.Boolean(), ({ marks }) => marks.featured !== undefined],
  unlisted: orNull(Type.String(), 'Why it is unlisted.', ({ marks }) => marks.unlisted?.value),
  country: orNull(Type.String(), 'Set by a moderator.', ({ marks }) => marks.country?.value),
});

export interface ModerationApiPorts extends KeyedRoutePorts {
  moderation: ServerModeration;
  site: Pick<SiteModule, 'notice'>;
  servers: { overview: Pick<LiveOverview, 'find'>; claims: Pick<Claims, 'findClaim'> };
}

type Routes = Pick<ReturnType<typeof createKeyedRoutes>, 'add'>;

/** Routes of `/api/v1/moderation/`. */
export function moderationKeyRoutes(context: ModerationApiPorts) {
  const routes = createKeyedRoutes(context, 'moderate');
  addServerRoutes(context, routes);
  addReportRoutes(context, routes);
  addBanRoutes(context, routes);
  addWordRoutes(context, routes);
  addNoticeRoutes(context, routes);
  return routes.app;
}

function addServerRoutes(context: ModerationApiPorts, { add }: Routes) {
  const { moderation } = context;
  add('GET', `${BASE}/servers/:hash`, {
    summary: 'A server, as moderators see it',
    statuses: [404],
    parameter: serverHash(),
    response: server.schema,
    run: async ({ params: { hash = '' } }) => server.describe(await readServer(context, hash)),
  });
  add('POST', `${BASE}/servers/:hash`, {
    summary: 'Act on a server, online or offline',
    statuses: [404],
    parameter: serverHash(),
    fields: fieldsOf(
      { action: oneOf(SERVER_ACTION_NAMES) },
      {
        reason: 'One line for the log. To unlist, and for actions on claims, it is required.',
        country: 'Two letters, for the action `country`.',
      },
    ),
    response: ChangeSchema,
    async run({ holder: { actor }, params: { hash = '' }, fields: { reason, ...values } }) {
      // The schema refuses other names.
      const name = values.action as ServerActionName;
      const { value } = serverAction(name);
      const typed = value && values[value.field];
      return { changed: await moderation.actOnServer(name, actor, hash, reason, typed) };
    },
  });
}

function addReportRoutes({ moderation }: ModerationApiPorts, { add }: Routes) {
  add('GET', `${BASE}/reports`, {
    summary: 'Open reports, or closed ones with `state=closed`',
    query: ['state', 'before'],
    response: Type.Object(
      {
        reports: Type.Array(report.schema, {
          description: `Newest first, at most ${REPORTS_PAGE}.`,
        }),
        next: nullable(Type.Integer(), 'The `before` of the next page; null on the last one.'),
      },
      { title: 'Reports' },
    ),
    async run({ query: { state, before = '' } }) {
      const page = NUMBER.test(before) ? { beforeId: Number(before) } : {};
      const reports = await moderation.listReports({ isOpen: state !== 'closed', ...page });
      const last = reports.length === REPORTS_PAGE ? reports.at(-1) : undefined;
      return { reports: reports.map(report.describe), next: last?.id ?? null };
    },
  });
  add('POST', `${BASE}/reports/:id/close`, {
    summary: 'Close a report',
    statuses: [404],
    parameter: reportNumber,
    fields: fieldsOf({ reason: NEEDED_REASON }),
    response: ChangeSchema,
    async run({ holder: { actor }, params, fields: { reason = '' } }) {
      return { changed: await moderation.closeReport(actor, Number(params.id), reason) };
    },
  });
}

const NUMBER = /^[1-9][0-9]{0,14}$/;

const reportNumber = pathParameter(
  'id',
  matching(NUMBER, { description: 'The number of a report.', examples: ['7'] }),
  {
    segmentsBehind: 1,
    answerMismatch() {
      throw new Failure('not_found', 'A report has a whole number.');
    },
  },
);

const TARGET = {
  kind: oneOf(BAN_KINDS),
  subject: SUBJECT,
};

/** The schema refuses other kinds. */
const targetOf = ({ kind, subject = '' }: KeyedRequest['fields']) => ({
  kind: kind as BanKind,
  subject,
});

function addBanRoutes({ moderation }: ModerationApiPorts, { add }: Routes) {
  add('GET', `${BASE}/bans`, {
    summary: 'All bans, including expired ones, oldest first',
    response: Type.Object({ bans: Type.Array(ban.schema) }, { title: 'Bans' }),
    run: async () => ({ bans: (await moderation.listBans()).map(ban.describe) }),
  });
  add('POST', `${BASE}/bans`, {
    summary: 'Add a ban',
    statuses: [409],
    fields: fieldsOf(
      { ...TARGET, reason: TOLD_REASON },
      { lasts: `${ENDS}; empty for ever.`, wide: 'yes, to confirm a range that hits very many.' },
    ),
    response: ban.schema,
    async run({ holder: { actor }, fields }) {
      const { reason = '', lasts, wide } = fields;
      const how = { reason, lasts, isConfirmed: wide === 'yes' };
      return ban.describe(await moderation.addBan(actor, targetOf(fields), how));
    },
  });
  add('POST', `${BASE}/bans/lift`, {
    summary: 'Lift a ban',
    fields: fieldsOf(TARGET, { reason: REASON }),
    response: ChangeSchema,
    run: async ({ holder: { actor }, fields }) => ({
      changed: await moderation.removeBan(actor, targetOf(fields), fields.reason),
    }),
  });
}

function addWordRoutes({ moderation }: ModerationApiPorts, { add }: Routes) {
  add('GET', `${BASE}/words`, {
    summary: 'The words of the name filter',
    response: Type.Object(
      {
        words: Type.Array(Type.String()),
        configured: Type.Array(Type.String(), {
          description: 'Words from the settings, which only the operator can remove.',
        }),
      },
      { title: 'FilterWords' },
    ),
    run: async () => ({
      words: (await moderation.listFilterWords()).map(({ word }) => word),
      configured: moderation.configuredWords.map(({ word }) => word),
    }),
  });
  for (const [path, act, summary] of [
    ['words', moderation.addFilterWord, 'Add a word to the name filter'],
    ['words/remove', moderation.removeFilterWord, 'Remove a word from the name filter'],
  ] as const) {
    add('POST', `${BASE}/${path}`, {
      summary,
      fields: fieldsOf(
        { word: 'A word, or with * for any letters, such as bad*.' },
        { reason: REASON },
      ),
      response: ChangeSchema,
      run: async ({ holder: { actor }, fields: { word = '', reason } }) => ({
        changed: await act(actor, word, reason),
      }),
    });
  }
}

/** As on the pages, only administrators change the notice. */
function addNoticeRoutes({ site }: ModerationApiPorts, { add }: Routes) {
  function requireAdministrator({ account, actor }: KeyedRequest['holder']) {
    if (isAtLeast(account.role, 'administrator')) return actor;
    throw new Failure('forbidden', keyFailures.onlyAdministrators);
  }

  add('POST', `${BASE}/notice`, {
    summary: 'Show a notice on all pages (administrators only)',
    fields: fieldsOf(
      { text: 'One line.', level: oneOf(NOTICE_LEVELS) },
      { ends: `${ENDS}; empty for no end.`, reason: REASON },
    ),
    response: ChangeSchema,
    async run({ holder, fields: { text = '', level = '', ends = '', reason = '' } }) {
      await site.notice.set(requireAdministrator(holder), { text, level, ends }, reason);
      return { changed: true };
    },
  });
  add('POST', `${BASE}/notice/remove`, {
    summary: 'Remove the notice (administrators only)',
    fields: fieldsOf({}, { reason: REASON }),
    response: ChangeSchema,
    run: async ({ holder, fields: { reason = '' } }) => ({
      changed: await site.notice.remove(requireAdministrator(holder), reason),
    }),
  });
}
