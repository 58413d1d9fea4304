// The page of the site's webhooks.
/** @jsxImportSource preact */

import { formPage, type StaffRequest, type StaffRoute } from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { EMPTY_FORM, type FormState } from '../../platform/views/form-fields.tsx';
import { renderAdminPage } from '../../platform/views/staff-frame.tsx';
import { WEBHOOKS_PATH } from '../../platform/views/staff-paths.ts';
import { webhookMessages as messages } from './messages.ts';
import {
  changeWebhooks,
  keepWebhook,
  showWebhooks,
  type WebhookPagePorts,
} from './webhook-parts.tsx';

/** Route of `/admin/webhooks/`. */
export function webhookRoutes(context: WebhookPagePorts): StaffRoute[] {
  const path = WEBHOOKS_PATH;

  async function render({ frame, query }: StaffRequest, state: FormState, secret?: string) {
    const section = { hash: null, page: path, done: query.get('done'), state, secret };
    const body = <div class="form-page">{await showWebhooks(context, section)}</div>;
    return renderAdminPage({ frame, path, state, title: messages.title, body });
  }

  async function submit(requested: StaffRequest) {
    const { actor, form } = requested;
    const next = await changeWebhooks(context, { actor, hash: null }, form, path);
    return next.startsWith('/') ? seeOther(next) : render(requested, EMPTY_FORM, next);
  }

  const page = formPage<StaffRequest>({
    show: (requested, state) => render(requested, state),
    submit,
    keep: keepWebhook,
  });
  const countOpen = context.servers.webhooks.countDisabled;
  const section = { group: 'site' as const, label: () => messages.title, countOpen };
  return [{ path: '/admin/webhooks', who: 'staff', role: 'administrator', section, ...page }];
}
