// The forms of what can be done with one server.
/** @jsxImportSource preact */

import { TextField } from '../form-fields.tsx';
import { serverAdminWords } from '../words/admin-servers.ts';
import { Act, type ActState, fieldOf } from './parts.tsx';
import { OPTIONAL_REASON, REQUIRED_REASON, TOLD_REASON } from './row-act.tsx';
import type { ServerView } from './server-page.tsx';
import { serverAdminPath } from './server-paths.ts';

const words = serverAdminWords.serverActs;

/** What can be done on the page. */
export type ServerActName = keyof typeof words;

interface Properties {
  server: ServerView;
  state: ActState;
}

/** Each folded together. */
export function ServerActForms({ server, state }: Properties) {
  const { hash, isFeatured, unlisted, country, claim } = server;
  const own = { page: serverAdminPath(hash), state };
  const optional = { ...own, reason: OPTIONAL_REASON };
  const told = { ...own, reason: TOLD_REASON, kind: 'danger' } as const;
  const { unlist } = words;
  return (
    <div class="acts">
      {isFeatured ? (
        <Act name="unfeature" {...optional} {...words.unfeature} />
      ) : (
        <Act name="feature" {...optional} {...words.feature} />
      )}
      {unlisted !== undefined && <Act name="relist" {...optional} {...words.relist} />}
      <Act
        name="unlist"
        {...told}
        title={unlisted === undefined ? unlist.title : unlist.again}
        intro={unlist.intro}
        submit={unlist.submit}
      />
      <CountryAct server={server} state={state} />
      {country !== undefined && (
        <Act name="country-reset" {...optional} {...words['country-reset']} />
      )}
      <Act name="ban" {...told} {...words.ban}>
        <Lasts act="ban" state={state} />
      </Act>
      <BanActs server={server} state={state} />
      {claim !== undefined && (
        <>
          <Act
            name="claim-clear"
            {...own}
            {...words['claim-clear']}
            kind="danger"
            reason={REQUIRED_REASON}
          />
          <Act
            name="claim-remove"
            {...own}
            {...words['claim-remove']}
            kind="danger"
            reason={REQUIRED_REASON}
          />
        </>
      )}
    </div>
  );
}

function CountryAct({ server, state }: Properties) {
  const { title, submit, field, hint } = words.country;
  return (
    <Act
      name="country"
      page={serverAdminPath(server.hash)}
      {...{ title, submit, state }}
      reason={OPTIONAL_REASON}
    >
      <TextField
        name={fieldOf('country', 'country')}
        label={field}
        hint={hint}
        state={state}
        value={server.country ?? ''}
        maxLength={2}
        isLiteral
        isRequired
      />
    </Act>
  );
}

/** By what is known only of a live server; each is filled in, and may be made wider. */
function BanActs({ server, state }: Properties) {
  const { live, name } = server;
  if (live === undefined) return null;
  const typed = { 'ban-address': live.ip, 'ban-name': name } as const;
  return (['ban-address', 'ban-name'] as const).map((act) => {
    const { field, hint, ...told } = words[act];
    return (
      <Act
        key={act}
        name={act}
        page={serverAdminPath(server.hash)}
        {...{ ...told, state }}
        kind="danger"
        reason={TOLD_REASON}
      >
        <TextField
          name={fieldOf(act, 'subject')}
          label={field}
          hint={hint}
          state={state}
          value={typed[act]}
          isLiteral
          isRequired
        />
        <Lasts act={act} state={state} />
      </Act>
    );
  });
}

/** How long a ban lasts. */
export function Lasts({ act, state }: { act: string; state: ActState }) {
  return (
    <TextField
      name={fieldOf(act, 'lasts')}
      label={serverAdminWords.lasts}
      hint={serverAdminWords.lastsHint}
      state={state}
      maxLength={10}
      isLiteral
    />
  );
}
