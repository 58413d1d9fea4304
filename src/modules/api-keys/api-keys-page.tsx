// The page where an account creates, lists and revokes its API keys.
/** @jsxImportSource preact */

import { formPage, type OwnerRequest, pageRoutes } from '../../platform/http/page.ts';
import { type PageForm, seeOther } from '../../platform/http/page-form.ts';
import { parseId } from '../../platform/http/staff-page.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { asStaff } from '../../platform/lib/roles.ts';
import { pauseIfBusy, type Timers } from '../../platform/lib/timers.ts';
import { formats } from '../../platform/messages/messages.ts';
import { EMPTY_FORM, type FormState, HiddenField } from '../../platform/views/form-fields.tsx';
import { FormPage, Notice } from '../../platform/views/forms.tsx';
import { API_DOCS_PATH, LinkLine } from '../../platform/views/layout.tsx';
import { CopyLine } from '../../platform/views/parts.tsx';
import { type AccountPagePorts, accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { describeProof, type ProofPorts, ProvenForm, proofOf } from '../two-factor/proof-parts.tsx';
import { type ApiKey, KEYS_PATH, SCOPES } from './api-key-ports.ts';
import { type ApiKeys, MAX_NAME_LENGTH } from './api-keys.ts';
import { keyMessages as messages } from './messages.ts';

const REVOKE_PATH = `${KEYS_PATH}revoke/`;
const BOX = 'scopes-';

export type KeyPagePorts = AccountPagePorts &
  ProofPorts & { apiKeys: Pick<ApiKeys, 'list' | 'make' | 'revoke'>; timers: Timers };

const listBoxes = ({ names }: PageForm) => names.filter((name) => name.startsWith(BOX));

/** Routes of `/acc/keys/`. */
export function keyRoutes(context: KeyPagePorts, clock: Clock) {
  const { apiKeys, report } = context;

  async function show(requested: OwnerRequest<Account>, failed: FormState, made?: string) {
    const { account, site, query } = requested;
    const { facts, state } = await describeProof(context, clock, requested, failed);
    const keys = await apiKeys.list(account.id);
    const scopes = SCOPES.filter((scope) => scope !== 'moderate' || asStaff(account.role));
    return (
      <FormPage
        site={site(KEYS_PATH)}
        title={messages.title}
        state={state}
        navigation={accountNavigation(KEYS_PATH)}
      >
        {query.done !== undefined && <Notice kind="success" text={messages.revoked} />}
        {made !== undefined && (
          <div class="code-to-show line-to-run">
            <Notice kind="success" text={messages.made} />
            <CopyLine text={made} what={messages.key} />
          </div>
        )}
        <p>{messages.intro}</p>
        <LinkLine href={API_DOCS_PATH} label={messages.docs} />
        {keys.length === 0 ? (
          <p>{messages.none}</p>
        ) : (
          <ul class="records">
            {keys.map((key) => (
              <OneKey key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
        <h2>{messages.add}</h2>
        <ProvenForm
          facts={facts}
          state={state}
          page={KEYS_PATH}
          fields={[
            {
              name: 'name',
              label: messages.name,
              hint: messages.nameHint(MAX_NAME_LENGTH),
              isRequired: true,
            },
            {
              name: 'scopes',
              label: messages.scopes,
              hint: scopes.includes('moderate') ? messages.moderateHint : undefined,
              options: scopes.map((value) => ({ value, label: messages.scope[value] })),
              chosen: [],
            },
          ]}
          submit={messages.add}
        />
      </FormPage>
    );
  }

  const page = formPage<OwnerRequest<Account>>({
    show: (requested, state) => show(requested, state),
    async submit(requested) {
      const { account, form } = requested;
      const { proof, caller } = proofOf(requested);
      const scopes = listBoxes(form).map((box) => box.slice(BOX.length));
      const made = await apiKeys.make(account, { name: form.field('name'), scopes }, proof, caller);
      report('account_changed', { change: 'key made', account: account.name });
      // No redirect, because only this answer ever contains the key.
      return show(requested, EMPTY_FORM, made);
    },
    keep: (form) => form.fields('name', ...listBoxes(form)),
    onFailure: (failure) => pauseIfBusy(context.timers, failure),
  });

  return pageRoutes(context, [
    { path: KEYS_PATH, who: 'owner', query: ['done', 'sent', 'wait'], ...page },
    {
      path: REVOKE_PATH,
      who: 'owner',
      page: KEYS_PATH,
      async post({ account, form, caller }: OwnerRequest<Account>) {
        await apiKeys.revoke(account, parseId(form.field('key')) ?? 0, caller());
        report('account_changed', { change: 'key revoked', account: account.name });
        return seeOther(`${KEYS_PATH}?done`);
      },
    },
  ]);
}

function OneKey({ apiKey: { id, name, scopes, createdAt, usedAt } }: { apiKey: ApiKey }) {
  const used = usedAt === null ? messages.unused : messages.used(formats.formatDay(usedAt));
  return (
    <li>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="hint">{scopes.map((scope) => messages.scope[scope]).join(' · ')}</span>
        <span class="hint">
          {messages.since(formats.formatDay(createdAt))} · {used}
        </span>
      </p>
      <form method="post" action={REVOKE_PATH}>
        <HiddenField name="key" value={`${id}`} />
        <button class="button quiet" type="submit" aria-label={messages.revokeOf(name)}>
          {messages.revoke}
        </button>
      </form>
    </li>
  );
}
