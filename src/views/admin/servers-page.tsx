// The live servers as a table with a search.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import type { ListedServer } from '../../servers/moderation/moderation.ts';
import { optionsOf } from '../form-fields.tsx';
import { ColouredName, Country } from '../parts.tsx';
import { Moment } from '../time.tsx';
import { SERVERS_PATH, serverAdminPath } from './admin-paths.ts';
import { AdminTable, hasFilter, type ListFacts, renderListPage } from './parts.tsx';

const messages = serverAdminMessages.servers;

/** Whether a server is in the public list, or why not. */
type ServerState = keyof typeof messages.states;

export type ServerRow = ListedServer & { state: ServerState };

/** A server without heartbeats about which a moderator decided something. */
export interface OfflineServer {
  hash: string;
  detail: string;
  since?: number | undefined;
}

/** The page; `state` has the search under `text` and `state`. */
export function renderServersPage(
  facts: ListFacts<ServerRow> & {
    /** The hash of the search, if no live server has it. */
    absentHash: string | undefined;
    /** Servers without heartbeats that match the search by a moderator's decision. */
    offline: readonly OfflineServer[];
  },
): string {
  const { absentHash, offline } = facts;
  const { columns, states } = messages;
  const { state: status, all } = serverAdminMessages;
  return renderListPage<ServerRow>({
    ...{ ...facts, section: SERVERS_PATH, ...messages },
    search: [
      { name: 'text', label: messages.text, isLiteral: true },
      { name: 'state', label: status, options: optionsOf(messages.stateChoices, all) },
    ],
    columns: [
      [columns.name, ({ hash, name }) => <ServerLink hash={hash} name={name} />],
      [columns.address, ({ ip, port }) => `${ip}:${port}`],
      [
        status,
        (server) => states[server.state] + (server.isFeatured ? `, ${messages.featured}` : ''),
      ],
      [
        columns.players,
        ({ players, maxPlayers }) => <span class="unbroken">{`${players} / ${maxPlayers}`}</span>,
      ],
      [columns.software, ({ software }) => (software === '' ? null : <bdi>{software}</bdi>)],
      [columns.country, ({ country }) => <Country code={country} />],
      [columns.beat, ({ lastBeatAt }) => <Moment at={lastBeatAt} />],
    ],
    hasMore: hasFilter(facts.state),
    note: absentHash !== undefined && (
      <p>
        <a href={serverAdminPath(absentHash)}>{messages.anyway}</a>
      </p>
    ),
    children: offline.length > 0 && <OfflineServers servers={offline} />,
  });
}

/** The name of a server, which leads to its page here. */
export function ServerLink({ hash, name }: { hash: string; name: string }) {
  return (
    <a href={serverAdminPath(hash)}>
      <ColouredName name={name} />
    </a>
  );
}

function OfflineServers({ servers }: { servers: readonly OfflineServer[] }) {
  const { hash, detail, since } = messages.offlineColumns;
  return (
    <>
      <h2>{messages.offlineTitle}</h2>
      <AdminTable<OfflineServer>
        caption={messages.offlineCaption}
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
