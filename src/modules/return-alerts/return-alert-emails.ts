// The email to a player who asked to be told when a server is back.

import {
  type AboutServer,
  type At,
  emailKind,
  readAboutServer,
  unlinked,
} from '../../platform/messages/email-kind.ts';
import { emailMessages } from '../email/messages.ts';

export const returnAlertEmails = {
  'server back': emailKind({
    en: {
      label: 'Server is back',
      subject: (site: string) => `A server at ${site} is back`,
      text: (site: string, server: string, moment: string) =>
        `The server “${server}” at ${site} was offline. It has been back since ${moment}:`,
    },
    de: {
      label: 'Server wieder da',
      subject: (site) => `Ein Server auf ${site} ist wieder da`,
      text: (site, server, moment) =>
        `Der Server „${server}“ auf ${site} war offline. Seit ${moment} ist er wieder da:`,
    },
    read: ({ detail, createdAt }) => ({ ...readAboutServer(detail, false)[0], at: createdAt }),
    write: ({ serverName, hash }: At & AboutServer, { say, site, moment, linkTo }) => [
      say.text(site, unlinked(serverName), moment),
      linkTo('server', hash),
      { note: emailMessages.serverAsked },
    ],
  }),
};
