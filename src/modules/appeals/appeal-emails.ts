// The email about a declined appeal, and the link to appeal in the email about a suspension.

import { type At, type EmailTable, emailKind } from '../../platform/messages/email-kind.ts';
import type { AccountStore } from '../account/index.ts';
import type { EmailComposer } from '../email/index.ts';
import { makeAppealToken } from './appeal-token.ts';

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

/** Composes the email about a suspension as its kind does, with a token for the page of the appeal. */
export function createSuspensionComposer(
  { accounts }: { accounts: Pick<AccountStore, 'findAccountById'> },
  kinds: EmailTable,
): Record<'account suspended', EmailComposer> {
  return {
    async 'account suspended'(job) {
      const { kind, recipient: to, accountName, language, accountId } = job;
      const account = accountId === null ? undefined : await accounts.findAccountById(accountId);
      const token = account && makeAppealToken(account);
      const facts = { ...kinds[kind]?.read(job), ...(token !== undefined && { token }) };
      return [{ kind, to, accountName, language, ...facts }];
    },
  };
}
