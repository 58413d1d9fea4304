// The outbox: what waits and what failed, retrying, dropping, and a test email.

import { emailAdminMessages } from '../../../messages/messages.ts';
import { MAIL_PATH } from '../../../views/admin/admin-paths.ts';
import { renderMailPage } from '../../../views/admin/mail-page.tsx';
import { rowActionName } from '../../../views/admin/parts.tsx';
import type { HttpContext } from '../../context.ts';
import { assertDone, type PageAction, pageRoutes } from './admin-page.ts';
import { pageOf, parseId } from './search.ts';

/** Routes of `/admin/mail/`, all of them for administrators: emails show addresses. */
export function mailRoutes({ mail }: HttpContext) {
  const onOne = (name: string, change: typeof mail.retryEmail, done: string): PageAction => ({
    prefixOf: (read) => rowActionName(name, parseId(read('id')) ?? 0),
    async run(read, { actor, form }) {
      await change(actor, parseId(form.field('id')) ?? 0, read('reason'));
      return done;
    },
  });

  return pageRoutes({
    path: '/admin/mail',
    role: 'administrator',
    search: ['state'],
    async show({ frame, query, ownAddress }, state, search) {
      const all = await mail.listOutbox();
      const rows = all.filter((email) => search.state === '' || email.state === search.state);
      return renderMailPage({
        ...{ frame, isOn: mail.isOn, ownAddress, state },
        page: pageOf(rows, query, MAIL_PATH, search),
        isAny: all.length > 0,
        hasFailed: all.some((email) => email.state === 'failed'),
      });
    },
    actions: {
      retry: onOne('retry', mail.retryEmail, 'email-retried'),
      drop: onOne('drop', mail.dropFromOutbox, 'email-dropped'),
      'retry-failed': {
        async run(read, { actor }) {
          await mail.retryFailedEmails(actor, read('reason'));
          return 'emails-retried';
        },
      },
      test: {
        fields: {},
        async run(_, { ownAddress, actor }) {
          assertDone(mail.isOn, emailAdminMessages.testOff);
          await mail.queueTest(ownAddress, actor.name);
          return 'email-tested';
        },
      },
    },
  });
}
