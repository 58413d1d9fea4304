// The email about a link between an account and an OpenID provider.

import { type At, type EmailsOf, emailKind } from '../../platform/messages/email-kind.ts';
import { emailMessages } from '../email/messages.ts';
import type { Change } from './openid-login-ports.ts';

export const openIdEmails = {
  'login provider changed': emailKind({
    en: {
      label: 'Login with another provider changed',
      subject: (site: string) => `Another way to log in changed at ${site}`,
      linked: (site: string, provider: string, moment: string) =>
        `On ${moment}, your account at ${site} was linked to an account at ${provider}. Whoever owns that account can now log in to yours. You can remove the link on the page “Two-factor authentication”.`,
      unlinked: (site: string, provider: string, moment: string) =>
        `On ${moment}, the link between your account at ${site} and an account at ${provider} was removed.`,
    },
    de: {
      label: 'Anmeldung mit anderem Anbieter geändert',
      subject: (site) => `Eine weitere Anmeldung bei ${site} wurde geändert`,
      linked: (site, provider, moment) =>
        `Dein Konto bei ${site} wurde mit einem Konto bei ${provider} verknüpft (${moment}). Wem dieses Konto gehört, der kann sich jetzt in deinem anmelden. Aufheben kannst du die Verknüpfung auf der Seite „Zwei-Faktor-Authentifizierung“.`,
      unlinked: (site, provider, moment) =>
        `Die Verknüpfung deines Kontos bei ${site} mit einem Konto bei ${provider} wurde aufgehoben (${moment}).`,
    },
    read({ detail, createdAt }) {
      const [how = '', ...provider] = detail.split(' ');
      return { how: how as Change, provider: provider.join(' '), at: createdAt };
    },
    write: (
      { how, provider }: At & { how: Change; provider: string },
      { say, site, moment, account },
    ) => [say[how](site, provider, moment), emailMessages.wasNotYou, account],
  }),
};

export type OpenIdEmail = EmailsOf<typeof openIdEmails>;
