// The email about a declined appeal.

import { type At, emailKind } from '../../platform/messages/email-kind.ts';

export const appealEmails = {
  'appeal declined': emailKind({
    en: {
      label: 'Appeal declined',
      subject: (site: string) => `Your appeal at ${site} was declined`,
      text: (site: string, moment: string) =>
        `The moderators of ${site} looked at your appeal and declined it on ${moment}. Your account stays suspended.`,
      answer: (answer: string) => `Their answer: ${answer}`,
    },
    de: {
      label: 'Einspruch abgelehnt',
      subject: (site) => `Dein Einspruch bei ${site} wurde abgelehnt`,
      text: (site, moment) =>
        `Die Moderation von ${site} hat deinen Einspruch geprüft und abgelehnt (${moment}). Dein Konto bleibt gesperrt.`,
      answer: (answer) => `Ihre Antwort: ${answer}`,
    },
    read: ({ detail, createdAt }) => ({ answer: detail, at: createdAt }),
    write: ({ answer }: At & { answer: string }, { say, site, moment }) => [
      say.text(site, moment),
      say.answer(answer),
    ],
  }),
};
