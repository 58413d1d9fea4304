// The live servers as a table with a search.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import { ColouredName } from '../coloured-name.tsx';
import { Country } from '../country.tsx';
import { optionsOf, SelectField, TextField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { AdminTable, FilterLine, hasFilter, NoRows } from './parts.tsx';
import { NumberedPager, type PageOf } from './row-action.tsx';
import { SERVERS_PATH, serverAdminPath } from './server-paths.ts';

const messages = serverAdminMessages.servers;

/** Whether a server is in the public list, or why not. */
export type ServerState = keyof typeof messages.states;

/** A server with its state. */
export type ServerRow = ListedServer & { state: ServerState };

/** A server without heartbeats about which a moderator decided something. */
export interface OfflineServer {
  hash: string;
  /** May be empty. */
  detail: string;
  since?: number | undefined;
}

/** The page; `values` has the search under `text` and `state`. */
export function renderServersPage(facts: {
  frame: AdminFrame;
  values: Readonly<Record<string, string>>;
  page: PageOf<ServerRow>;
  /** The hash of the search, if no live server has it. */
  absentHash: string | undefined;
  /** Servers without heartbeats that match the search by a moderator's decision. */
  offline: readonly OfflineServer[];
}): string {
  const { frame, values, page, absentHash, offline } = facts;
  const state = { values, problems: [] };
  return renderDocument(
    <AdminPage frame={frame} section={SERVERS_PATH} title={messages.title}>
      <FilterLine action={SERVERS_PATH} label={messages.filter}>
        <TextField name="text" label={messages.text} state={state} isLiteral />
        <SelectField
          name="state"
          label={serverAdminMessages.state}
          state={state}
          options={optionsOf(messages.stateChoices, serverAdminMessages.all)}
        />
      </FilterLine>
      {page.rows.length === 0 ? (
        <NoRows text={messages.nothing} all={hasFilter(state) ? SERVERS_PATH : undefined} />
      ) : (
        <Servers rows={page.rows} />
      )}
      {absentHash !== undefined && (
        <p>
          <a href={serverAdminPath(absentHash)}>{messages.anyway}</a>
        </p>
      )}
      <NumberedPager page={page} />
      {offline.length > 0 && <OfflineServers servers={offline} />}
    </AdminPage>,
  );
}

function Servers({ rows }: { rows: readonly ServerRow[] }) {
  const { name, address, players, software, country, beat } = messages.columns;
  return (
    <AdminTable
      caption={messages.caption}
      heads={[name, address, serverAdminMessages.state, players, software, country, beat]}
      rows={rows.map((server) => ({
        key: server.hash,
        cells: [
          <a key="name" href={serverAdminPath(server.hash)}>
            <ColouredName name={server.name} />
          </a>,
          `${server.ip}:${server.port}`,
          <>
            {messages.states[server.state]}
            {server.isFeatured && `, ${messages.featured}`}
          </>,
          <span key="players" class="unbroken">
            {`${server.players} / ${server.maxPlayers}`}
          </span>,
          server.software === '' ? null : <bdi key="software">{server.software}</bdi>,
          <Country key="country" code={server.country} />,
          <Moment key="beat" at={server.lastBeatAt} />,
        ],
      }))}
    />
  );
}

function OfflineServers({ servers }: { servers: readonly OfflineServer[] }) {
  const { hash, detail, since } = messages.offlineColumns;
  return (
    <>
      <h2>{messages.offlineTitle}</h2>
      <AdminTable
        caption={messages.offlineCaption}
        heads={[hash, detail, since]}
        rows={servers.map((server) => ({
          key: server.hash,
          cells: [
            <a key="hash" href={serverAdminPath(server.hash)}>
              {server.hash}
            </a>,
            server.detail === '' ? null : <bdi key="detail">{server.detail}</bdi>,
            server.since === undefined ? null : <Moment key="since" at={server.since} />,
          ],
        }))}
      />
    </>
  );
}
