// The live servers as a table with its search.
/** @jsxImportSource preact */

import type { ListedServer } from '../../servers/moderation/moderation.ts';
import { ColouredName } from '../coloured-name.tsx';
import { Country } from '../country.tsx';
import { optionsOf, SelectField, TextField } from '../form-fields.tsx';
import { renderDocument } from '../layout.tsx';
import { Moment } from '../time.tsx';
import { serverAdminWords } from '../words/admin-servers.ts';
import { type AdminFrame, AdminPage } from './frame.tsx';
import { AdminTable, asksForSomething, FilterLine, NoRows } from './parts.tsx';
import { NumberedPager, type PageOf } from './row-act.tsx';
import { SERVERS_PATH, serverAdminPath } from './server-paths.ts';

const words = serverAdminWords.servers;

/** Whether a server is in the public list, and what keeps it out. */
export type ServerState = keyof typeof words.states;

/** A server with its state. */
export type ServerRow = ListedServer & { state: ServerState };

/** A server that sends no heartbeats, and what was decided about it. */
export interface AwayServer {
  hash: string;
  /** May be empty. */
  detail: string;
  since?: number | undefined;
}

/** The page; what was asked for stands in `values` under `text` and `state`. */
export function renderServersPage(facts: {
  frame: AdminFrame;
  values: Readonly<Record<string, string>>;
  page: PageOf<ServerRow>;
  /** A hash that was asked for and is of no live server. */
  absentHash: string | undefined;
  /** Those of which what was asked for was decided, and that are away. */
  away: readonly AwayServer[];
}): string {
  const { frame, values, page, absentHash, away } = facts;
  const state = { values, problems: [] };
  return renderDocument(
    <AdminPage frame={frame} section={SERVERS_PATH} title={words.title}>
      <FilterLine action={SERVERS_PATH} label={words.filter}>
        <TextField name="text" label={words.text} state={state} isLiteral />
        <SelectField
          name="state"
          label={serverAdminWords.state}
          state={state}
          options={optionsOf(words.stateChoices, serverAdminWords.all)}
        />
      </FilterLine>
      {page.rows.length === 0 ? (
        <NoRows text={words.nothing} all={asksForSomething(state) ? SERVERS_PATH : undefined} />
      ) : (
        <Servers rows={page.rows} />
      )}
      {absentHash !== undefined && (
        <p>
          <a href={serverAdminPath(absentHash)}>{words.anyway}</a>
        </p>
      )}
      <NumberedPager page={page} />
      {away.length > 0 && <Away servers={away} />}
    </AdminPage>,
  );
}

function Servers({ rows }: { rows: readonly ServerRow[] }) {
  const { name, address, players, software, country, beat } = words.columns;
  return (
    <AdminTable
      caption={words.caption}
      heads={[name, address, serverAdminWords.state, players, software, country, beat]}
      rows={rows.map((server) => ({
        key: server.hash,
        cells: [
          <a key="name" href={serverAdminPath(server.hash)}>
            <ColouredName name={server.name} />
          </a>,
          `${server.ip}:${server.port}`,
          <>
            {words.states[server.state]}
            {server.isFeatured && `, ${words.featured}`}
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

function Away({ servers }: { servers: readonly AwayServer[] }) {
  const { hash, detail, since } = words.awayColumns;
  return (
    <>
      <h2>{words.awayTitle}</h2>
      <AdminTable
        caption={words.awayCaption}
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
