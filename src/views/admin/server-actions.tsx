// The forms for actions on one server.
/** @jsxImportSource preact */

import { serverAdminMessages } from '../../messages/messages.ts';
import { TextField } from '../form-fields.tsx';
import { ActionForm, type ActionState, fieldOf } from './parts.tsx';
import { NOTIFIED_REASON, OPTIONAL_REASON, REQUIRED_REASON } from './row-action.tsx';
import type { ServerView } from './server-facts.tsx';
import { serverAdminPath } from './server-paths.ts';

const messages = serverAdminMessages.serverActions;

/** The actions of the page. */
export type ServerActionName = keyof typeof messages;

interface Properties {
  server: ServerView;
  state: ActionState;
}

/** The forms, each folded. */
export function ServerActionForms({ server, state }: Properties) {
  const { hash, isFeatured, unlisted, country, claim } = server;
  const own = { page: serverAdminPath(hash), state };
  const optional = { ...own, reason: OPTIONAL_REASON };
  const described = { ...own, reason: NOTIFIED_REASON, kind: 'danger' } as const;
  const { unlist } = messages;
  return (
    <div class="action-list">
      {isFeatured ? (
        <ActionForm name="unfeature" {...optional} {...messages.unfeature} />
      ) : (
        <ActionForm name="feature" {...optional} {...messages.feature} />
      )}
      {unlisted !== undefined && <ActionForm name="relist" {...optional} {...messages.relist} />}
      <ActionForm
        name="unlist"
        {...described}
        title={unlisted === undefined ? unlist.title : unlist.again}
        intro={unlist.intro}
        submit={unlist.submit}
      />
      <CountryAction server={server} state={state} />
      {country !== undefined && (
        <ActionForm name="country-reset" {...optional} {...messages['country-reset']} />
      )}
      <ActionForm name="ban" {...described} {...messages.ban}>
        <Lasts action="ban" state={state} />
      </ActionForm>
      <BanActions server={server} state={state} />
      {claim !== undefined && (
        <>
          <ActionForm
            name="claim-clear"
            {...own}
            {...messages['claim-clear']}
            kind="danger"
            reason={REQUIRED_REASON}
          />
          <ActionForm
            name="claim-remove"
            {...own}
            {...messages['claim-remove']}
            kind="danger"
            reason={REQUIRED_REASON}
          />
        </>
      )}
    </div>
  );
}

function CountryAction({ server, state }: Properties) {
  const { title, submit, field, hint } = messages.country;
  return (
    <ActionForm
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
    </ActionForm>
  );
}

/** Bans by facts that only a live server has; each is filled in and can be changed, such as to a wider range. */
function BanActions({ server, state }: Properties) {
  const { live, name } = server;
  if (live === undefined) return null;
  const typed = { 'ban-address': live.ip, 'ban-name': name } as const;
  return (['ban-address', 'ban-name'] as const).map((action) => {
    const { field, hint, ...described } = messages[action];
    return (
      <ActionForm
        key={action}
        name={action}
        page={serverAdminPath(server.hash)}
        {...{ ...described, state }}
        kind="danger"
        reason={NOTIFIED_REASON}
      >
        <TextField
          name={fieldOf(action, 'subject')}
          label={field}
          hint={hint}
          state={state}
          value={typed[action]}
          isLiteral
          isRequired
        />
        <Lasts action={action} state={state} />
      </ActionForm>
    );
  });
}

/** The field for the duration of a ban. */
export function Lasts({ action, state }: { action: string; state: ActionState }) {
  return (
    <TextField
      name={fieldOf(action, 'lasts')}
      label={serverAdminMessages.lasts}
      hint={serverAdminMessages.lastsHint}
      state={state}
      maxLength={10}
      isLiteral
    />
  );
}
