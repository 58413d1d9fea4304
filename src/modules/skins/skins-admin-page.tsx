// The page of skins for moderators: those that players reported, those that are shown, and who may upload none.
/** @jsxImportSource preact */

import {
  adminPage,
  type ManyAction,
  manyActions,
  pageBefore,
  parseId,
} from '../../platform/http/staff-page.ts';
import { labels } from '../../platform/messages/messages.ts';
import { optionsOf } from '../../platform/views/form-fields.tsx';
import { Status, showList, typedText, When } from '../../platform/views/staff-parts.tsx';
import { accountPath } from '../../platform/views/staff-paths.ts';
import { skinAdminMessages as messages } from './messages.ts';
import { type ListedSkin, SKIN_STATES } from './skin-ports.ts';
import type { SkinActions, Skins } from './skins.ts';

const PATH = '/admin/skins';
const ROWS = 100;

const act =
  (name: keyof SkinActions): ManyAction<SkinActions> =>
  (each, { actor, row, read }) =>
    each[name](actor, parseId(row.id) ?? 0, read('reason'));

export function skinAdminRoutes({ skins }: { skins: Skins }) {
  return adminPage({
    path: PATH,
    role: 'moderator',
    section: {
      group: 'people',
      label: () => messages.section,
      countOpen: skins.countReportedSkins,
    },
    search: ['state'],
    async show({ query }, search) {
      const state = SKIN_STATES.find((each) => each === search.state) ?? 'reported';
      const beforeId = parseId(query.get('before'));
      const rows = await skins.listSkins({ state, before: beforeId, limit: ROWS });
      const nextBeforeId = rows.length === ROWS ? rows.at(-1)?.accountId : undefined;
      return showList<ListedSkin>({
        ...messages,
        nothing: messages.nothing[state],
        page: pageBefore(rows, `${PATH}/`, { state }, { beforeId, nextBeforeId }),
        search: [
          { name: 'state', label: labels.show, value: state, options: optionsOf(messages.states) },
        ],
        many: {
          buttons: messages.buttons,
          danger: 'forbidSkins',
          keyOf: ({ accountId, name }) => ({ id: `${accountId}`, name }),
        },
        columns: [
          [labels.name, ({ accountId, name }) => <a href={accountPath(accountId)}>{name}</a>],
          [messages.skin, (skin) => <Pictures {...skin} />],
          [messages.changed, ({ changedAt }) => <When at={changedAt} />],
          [
            messages.reports,
            ({ reports }) => (reports.length === 0 ? null : <Reports reports={reports} />),
          ],
          [labels.status, State, 'state'],
        ],
      });
    },
    many: manyActions<SkinActions>({
      results: messages.results,
      forEach: (_, rows, run) => skins.forEach(rows, run),
      buttons: {
        closeReports: act('closeReports'),
        removeSkin: act('removeSkin'),
        forbidSkins: act('forbidSkins'),
        allowSkins: act('allowSkins'),
      },
    }),
  });
}

function State({ digest, forbiddenAt }: ListedSkin) {
  const { shown, removed, forbidden } = messages.statuses;
  if (forbiddenAt !== null) return <Status is="bad">{forbidden}</Status>;
  return digest === null ? (
    <Status is="waiting">{removed}</Status>
  ) : (
    <Status is="good">{shown}</Status>
  );
}

/** The face and the whole picture. */
function Pictures({ name, digest }: ListedSkin) {
  if (digest === null) return null;
  return (
    <>
      <img src={`/face/${name}.png?size=64&v=${digest}`} alt="" width={64} height={64} />{' '}
      <a href={`/skin/${name}.png?v=${digest}`}>
        <img src={`/skin/${name}.png?v=${digest}`} alt={messages.picture(name)} width={128} />
      </a>
    </>
  );
}

function Reports({ reports }: Pick<ListedSkin, 'reports'>) {
  return (
    <ul>
      {reports.map(({ by, text }) => (
        <li key={by}>
          {by} {typedText(text)}
        </li>
      ))}
    </ul>
  );
}
