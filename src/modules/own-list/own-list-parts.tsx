// What an own list adds to pages of other modules: the list page and the page of a server.
/** @jsxImportSource preact */

import { sha256Hex } from '../../platform/lib/digest.ts';
import { FormNumber, HiddenField } from '../../platform/views/form-fields.tsx';
import { describeState, ServerLink } from '../favourites/favourites-parts.tsx';
import { ownListMessages } from './messages.ts';
import type { OwnLists } from './own-list.ts';
import { HIDDEN_PATH, RECENT_PATH } from './own-list-paths.ts';

/** How many servers stand above the list. The page of them has all. */
const MAX_RECENT = 5;

interface OwnListPorts {
  ownLists: OwnLists;
}

/** Reads what the list page shows of an account's own list. */
export const ownListPart =
  ({ ownLists }: OwnListPorts) =>
  async (accountId: number) => {
    const stored = await ownLists.listStored(accountId);
    const hidden = new Set(stored.flatMap(({ kind, hash }) => (kind === 'hidden' ? hash : [])));
    const recent = stored.filter(({ kind, hash }) => kind === 'played' && !hidden.has(hash));
    return {
      version: sha256Hex(JSON.stringify(stored)),
      hidden,
      async showRecent() {
        if (recent.length === 0) return undefined;
        return <Recent servers={await ownLists.describe(recent.slice(0, MAX_RECENT))} />;
      },
      showHidden: (count: number) => (
        <p class="hint">
          {ownListMessages.hidden.count(count)} ·{' '}
          <a href={HIDDEN_PATH}>{ownListMessages.hidden.show}</a>
        </p>
      ),
    };
  };

function Recent({ servers }: { servers: Awaited<ReturnType<OwnLists['describe']>> }) {
  const { title } = ownListMessages.recent;
  return (
    <nav class="recent row" aria-label={title}>
      <a href={RECENT_PATH}>{title}</a>
      {servers.map((server) => (
        <span key={server.hash}>
          <ServerLink {...server} /> <span class="hint">{describeState(server)}</span>
        </span>
      ))}
    </nav>
  );
}

/** The form that hides a server from the reader's list, or shows it again. */
export const serverChoice =
  ({ ownLists }: OwnListPorts) =>
  async (accountId: number, hash: string) => {
    const { hide, isHidden, unhide } = ownListMessages.hidden;
    const stored = await ownLists.listStored(accountId);
    const isOn = stored.some((each) => each.kind === 'hidden' && each.hash === hash);
    return (
      <form method="post" action={HIDDEN_PATH}>
        <FormNumber />
        <HiddenField name="next" value={`/server/play/${hash}/`} />
        {isOn && `${isHidden} `}
        <button type="submit" name={isOn ? 'unhide' : 'hide'} value={hash}>
          {isOn ? unhide : hide}
        </button>
      </form>
    );
  };
