// The test email, which shows whether emails arrive.

import { emailKind } from '../../platform/messages/email-kind.ts';

export const testEmails = {
  test: emailKind({
    en: {
      label: 'Test',
      subject: (site: string) => `Test email from ${site}`,
      text: (site: string) =>
        `This email shows that ${site} can send email. An administrator asked for it. You do not need to do anything.`,
    },
    de: {
      label: 'Test',
      subject: (site) => `Test-E-Mail von ${site}`,
      text: (site) =>
        `Diese E-Mail zeigt, dass ${site} E-Mails verschicken kann. Ein Administrator hat sie angefordert. Du musst nichts tun.`,
    },
    write: (_: object, { say, site }) => [say.text(site)],
  }),
};
