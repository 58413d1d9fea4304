// Webhooks on a page: the site's for administrators, and a claimed server's for its owner.
/** @jsxImportSource preact */

import type { PageForm } from '../../platform/http/page-form.ts';
import { parseId } from '../../platform/http/staff-page.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { CopyLine } from '../../platform/views/parts.tsx';
import { Moment } from '../../platform/views/time.tsx';
import { webhookMessages as messages } from './messages.ts';
import { listEvents, textsOf } from './webhook-events.ts';
import { WEBHOOK_FORMATS } from './webhook-ports.ts';
import type { Acting, Webhooks } from './webhooks.ts';

type Listed = Awaited<ReturnType<Webhooks['list']>>[number];

const BOX = 'events-';
const listBoxes = ({ names }: PageForm) => names.filter((name) => name.startsWith(BOX));

/** The ports that show and change webhooks. */
export interface WebhookPagePorts {
  mail: { readonly isOn: boolean };
  servers: { webhooks: Pick<Webhooks, 'list' | 'add' | 'remove' | 'countDisabled'> };
}

/** The fields that a refused form shows again. */
export const keepWebhook = (form: PageForm) => form.fields('format', 'url', ...listBoxes(form));

/** Adds or removes a webhook. Returns the path to redirect to, or the secret of a new webhook for its page to show. */
export async function changeWebhooks(
  { servers: { webhooks } }: Pick<WebhookPagePorts, 'servers'>,
  by: Acting,
  form: PageForm,
  page: string,
): Promise<string> {
  const id = parseId(form.field('webhook'));
  if (id !== undefined) {
    await webhooks.remove(by, id);
    return `${page}#webhooks`;
  }
  const events = listBoxes(form).map((box) => box.slice(BOX.length));
  const typed = { format: form.field('format'), url: form.field('url'), events };
  const secret = await webhooks.add(by, typed);
  return secret || `${page}?done=webhook#webhooks`;
}

/** The webhooks of a server, or of the site if `hash` is null. Their forms are sent to the path `page`. */
export async function showWebhooks(
  { servers: { webhooks }, mail }: WebhookPagePorts,
  section: {
    hash: string | null;
    page: string;
    done: string | null | undefined;
    /** The secret of a webhook that was just added. */
    secret: string | undefined;
    state: FormState;
  },
) {
  const { hash, page, done, secret, state } = section;
  const list = await webhooks.list(hash);
  const formats = WEBHOOK_FORMATS.filter((format) => mail.isOn || format !== 'email');
  const options = formats.map((value) => ({ value, label: messages.formats[value] }));
  const events = listEvents(hash).map((value) => ({ value, label: textsOf(value).name }));
  // On the administration page, the only heading above this one is the title.
  const AddHeading = hash === null ? 'h2' : 'h3';
  return (
    <section id="webhooks">
      {hash !== null && <h2>{messages.title}</h2>}
      {done === 'webhook' && <Notice kind="success" text={messages.added} />}
      {secret !== undefined && (
        <div class="code-to-show line-to-run">
          <Notice kind="warning" text={`${messages.added} ${messages.secret}`} />
          <CopyLine text={secret} what={messages.secretTitle} />
        </div>
      )}
      <p>{hash === null ? messages.site : messages.own}</p>
      {list.map((webhook) => (
        <OneWebhook key={webhook.id} webhook={webhook} page={page} />
      ))}
      <AddHeading>{messages.add}</AddHeading>
      <FieldsForm
        action={page}
        hidden={{ form: 'webhook' }}
        fields={[
          { name: 'format', label: messages.format, options },
          { name: 'url', label: messages.url, hint: messages.urlHint(mail.isOn), isLiteral: true },
          { name: 'events', label: messages.events, options: events, chosen: [] },
        ]}
        state={state}
        submit={messages.add}
      />
    </section>
  );
}

function OneWebhook({ webhook, page }: { webhook: Listed; page: string }) {
  const { id, format, target, events, answers, disabledAt, attempts } = webhook;
  const state = disabledAt === null ? (attempts > 0 ? 'warning' : 'information') : 'danger';
  const { toEmail, formats, accepted, problems } = messages;
  const ended = format === 'email' ? messages.dangerEmail : messages.danger;
  return (
    <Notice kind={state} title={target || toEmail}>
      {state !== 'information' && <p>{state === 'danger' ? ended : messages[state]}</p>}
      <p class="hint">
        {formats[format]}: {events.map((event) => textsOf(event).name).join(', ')}
      </p>
      {answers.length > 0 && <p>{messages.answers}</p>}
      <ul>
        {answers.map(({ at, event, status, problem }, index) => (
          <li key={index}>
            <Moment at={at} /> · {textsOf(event).name}{' '}
            <strong>
              {problem === undefined ? accepted : problems[problem]}
              {status > 0 && ` (${status})`}
            </strong>
          </li>
        ))}
      </ul>
      <Form action={page} hidden={{ form: 'webhook' }}>
        <SubmitButton label={labels.remove} kind="quiet" name="webhook" value={`${id}`} />
      </Form>
    </Notice>
  );
}
