// Emails of webhooks: to owners who asked for server events, and to whoever added a webhook that is now switched off.

import { type At, emailKind, unlinked } from '../../platform/messages/email-kind.ts';
import { describeEvent, type ServerEvent } from './webhook-events.ts';

export const webhookEmails = {
  'server event': emailKind({
    en: {
      label: 'News of a server or a webhook',
      subject: (site: string) => `Server news at ${site}`,
      at: (moment: string) => `This happened on ${moment}.`,
      asked:
        'You get these emails, at most ten a day, because you asked for them or added this webhook. You can change this here, under “Webhooks”:',
    },
    de: {
      label: 'Neues von einem Server oder Webhook',
      subject: (site) => `Neues von Servern auf ${site}`,
      at: (moment) => `Das war am ${moment}.`,
      asked:
        'Du bekommst solche E-Mails, höchstens zehn am Tag, weil du darum gebeten oder diesen Webhook hinzugefügt hast. Hier, unter „Webhooks“, kannst du das ändern:',
    },
    read: ({ detail, createdAt }) => ({ event: JSON.parse(detail), at: createdAt }),
    write: ({ event }: At & { event: ServerEvent }, { say, moment, linkTo }) => [
      describeEvent(event, event.type === 'off' ? undefined : unlinked),
      say.at(moment),
      { note: say.asked },
      event.hash === '' ? linkTo('webhooks') : linkTo('ownServer', event.hash),
    ],
  }),
};
