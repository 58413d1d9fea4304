// The page where administrators add, change and remove the programs that log players in.
/** @jsxImportSource preact */

import { formPage, type StaffRequest, type StaffRoute } from '../../platform/http/page.ts';
import { type PageForm, seeOther } from '../../platform/http/page-form.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { formats, labels } from '../../platform/messages/messages.ts';
import { EMPTY_FORM, type FieldOf, type FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { CopyLine } from '../../platform/views/parts.tsx';
import { renderAdminPage } from '../../platform/views/staff-frame.tsx';
import { withQuery } from '../../platform/views/staff-paths.ts';
import { MAX_URIS, type OpenidClients } from './clients.ts';
import { DISCOVERY_PATH } from './configuration.ts';
import { openidFailures as failures, openidMessages } from './messages.ts';
import type { Client } from './openid-ports.ts';

const messages = openidMessages.clients;
const PATH = '/admin/clients/';

export interface ClientPagePorts {
  openid: { clients: OpenidClients };
  baseUrl: string;
}

/** What a form has just made, to show once. */
interface Made {
  clientId: string;
  secret: string | undefined;
}

/** Route of `/admin/clients/`. The query names the client to change. */
export function clientRoutes({ openid: { clients }, baseUrl }: ClientPagePorts): StaffRoute[] {
  async function render({ frame, query, form }: StaffRequest, state: FormState, made?: Made) {
    const asked = form.field('client') || query.get('client') || '';
    const client = asked === '' ? undefined : await clients.require(asked);
    const done = query.get('done') ?? '';
    const sentences: Readonly<Record<string, string>> = {
      added: messages.added,
      saved: messages.saved,
      removed: messages.removed,
    };
    const body = (
      <div class="form-page">
        {Object.hasOwn(sentences, done) && <Notice kind="success" text={sentences[done] ?? ''} />}
        {made && <MadeClient made={made} />}
        {client === undefined ? (
          <ClientList list={await clients.list()} state={state} baseUrl={baseUrl} />
        ) : (
          <ChangeForms client={client} state={state} />
        )}
      </div>
    );
    return renderAdminPage({
      frame,
      path: PATH,
      state,
      title: client?.name ?? messages.title,
      body,
    });
  }

  async function submit(requested: StaffRequest) {
    const { actor, form } = requested;
    const clientId = form.field('client');
    switch (form.field('do')) {
      case 'add': {
        const isConfidential = form.field('kind') !== 'public';
        return render(
          requested,
          EMPTY_FORM,
          await clients.add(actor, { ...read(form), isConfidential }),
        );
      }
      case 'change':
        await clients.change(actor, clientId, {
          ...read(form),
          isActive: isTicked(form, 'is_active'),
        });
        return seeOther(withQuery(PATH, { client: clientId, done: 'saved' }));
      case 'renew':
        return render(requested, EMPTY_FORM, {
          clientId,
          secret: await clients.renewSecret(actor, clientId),
        });
      case 'remove':
        await clients.remove(actor, clientId);
        return seeOther(`${PATH}?done=removed`);
      default:
        throw new Failure('not_found', failures.noClient);
    }
  }

  const page = formPage<StaffRequest>({
    show: (requested, state) => render(requested, state),
    submit,
    keptLength: 4_000,
    keep: (form) =>
      form.fields('name', 'redirect_uris', 'logout_uris', 'kind', 'is_trusted', 'is_active'),
  });
  const section = { group: 'site' as const, label: () => messages.title };
  return [{ path: '/admin/clients', who: 'staff', role: 'administrator', section, ...page }];
}

const isTicked = (form: PageForm, name: string) => form.field(name) === 'yes';
const readLines = (text: string) => text.split(/\s+/).filter((line) => line !== '');

const read = (form: PageForm) => ({
  name: form.field('name'),
  redirectUris: readLines(form.field('redirect_uris')),
  logoutUris: readLines(form.field('logout_uris')),
  isTrusted: isTicked(form, 'is_trusted'),
});

function MadeClient({ made: { clientId, secret } }: { made: Made }) {
  return (
    <div class="code-to-show line-to-run">
      <Notice kind="success" text={secret === undefined ? messages.added : messages.secretOnce} />
      <p>{messages.clientId}</p>
      <CopyLine text={clientId} what={messages.clientId} />
      {secret !== undefined && (
        <>
          <p>{messages.secret}</p>
          <CopyLine text={secret} what={messages.secret} />
        </>
      )}
    </div>
  );
}

const fieldsOf = (client?: Client): FieldOf[] => [
  {
    name: 'name',
    label: messages.name,
    hint: messages.nameHint,
    value: client?.name ?? '',
    isRequired: true,
  },
  {
    name: 'redirect_uris',
    label: messages.redirectUris,
    hint: messages.redirectUrisHint(MAX_URIS),
    value: client?.redirectUris.join('\n') ?? '',
    rows: 3,
    isRequired: true,
  },
  {
    name: 'logout_uris',
    label: messages.logoutUris,
    hint: messages.logoutUrisHint,
    value: client?.logoutUris.join('\n') ?? '',
    rows: 2,
  },
  {
    name: 'is_trusted',
    label: messages.isTrusted,
    hint: messages.isTrustedHint,
    isChecked: client?.isTrusted ?? false,
  },
];

function ClientList(properties: {
  list: Awaited<ReturnType<OpenidClients['list']>>;
  state: FormState;
  baseUrl: string;
}) {
  const { list, state, baseUrl } = properties;
  const kinds = Object.entries(messages.kinds).map(([value, label]) => ({ value, label }));
  return (
    <>
      <p>{messages.intro}</p>
      <p>{messages.discovery}:</p>
      <CopyLine text={`${baseUrl}${DISCOVERY_PATH}`} what={messages.discovery} />
      {list.length === 0 && <p>{messages.none}</p>}
      <ul class="records">
        {list.map(({ clientId, name, isActive, players, lastUsedAt }) => (
          <li key={clientId}>
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span class="hint">
                {!isActive && `${messages.off} · `}
                {lastUsedAt === null
                  ? messages.unused
                  : `${messages.players(players)} · ${openidMessages.connected.used(formats.formatDay(lastUsedAt))}`}
              </span>
            </p>
            <a href={withQuery(PATH, { client: clientId })}>{messages.change}</a>
          </li>
        ))}
      </ul>
      <h2>{messages.add}</h2>
      <FieldsForm
        action={PATH}
        hidden={{ do: 'add' }}
        fields={[
          ...fieldsOf(),
          { name: 'kind', label: messages.kind, hint: messages.kindHint, options: kinds },
        ]}
        state={state}
        submit={messages.add}
      />
    </>
  );
}

function ChangeForms({ client, state }: { client: Client; state: FormState }) {
  const { clientId, secretHash, isActive } = client;
  const hidden = { client: clientId };
  return (
    <>
      <LinkLine look="back" href={PATH} label={messages.title} />
      <p>{messages.clientId}:</p>
      <CopyLine text={clientId} what={messages.clientId} />
      <FieldsForm
        action={PATH}
        hidden={{ ...hidden, do: 'change' }}
        fields={[
          ...fieldsOf(client),
          {
            name: 'is_active',
            label: messages.isActive,
            hint: messages.isActiveHint,
            isChecked: isActive,
          },
        ]}
        state={state}
        submit={labels.save}
      />
      {secretHash !== null && (
        <Form action={PATH} hidden={{ ...hidden, do: 'renew' }}>
          <p class="hint">{messages.renewHint}</p>
          <SubmitButton label={messages.renew} kind="quiet" />
        </Form>
      )}
      <Form action={PATH} hidden={{ ...hidden, do: 'remove' }}>
        <p class="hint">{messages.removeHint}</p>
        <SubmitButton label={messages.remove} kind="danger" />
      </Form>
    </>
  );
}
