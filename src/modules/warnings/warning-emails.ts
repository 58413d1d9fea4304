// The email about a warning.

import { type At, emailKind } from '../../platform/messages/email-kind.ts';

export const warningEmails = {
  'account warned': emailKind({
    en: {
      label: 'Warning',
      subject: (site: string) => `The moderators of ${site} warned you`,
      text: (site: string, moment: string) =>
        `The moderators of ${site} gave you a warning on ${moment}.`,
      reason: (reason: string) => `Reason: ${reason}`,
      next: 'On your next visit, please confirm that you have read it:',
    },
    de: {
      label: 'Verwarnung',
      subject: (site) => `Die Moderation von ${site} hat dich verwarnt`,
      text: (site, moment) => `Die Moderation von ${site} hat dich verwarnt (${moment}).`,
      reason: (reason) => `Grund: ${reason}`,
      next: 'Bitte bestätige bei deinem nächsten Besuch, dass du die Verwarnung gelesen hast:',
    },
    read: ({ detail, createdAt }) => ({ reason: detail, at: createdAt }),
    write: ({ reason }: At & { reason: string }, { say, site, moment, account }) => [
      say.text(site, moment),
      say.reason(reason),
      say.next,
      account,
    ],
  }),
};
