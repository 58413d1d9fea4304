// The email to players whose rally has enough players.

import {
  type AboutServer,
  emailKind,
  readAboutServer,
  type Until,
  unlinked,
} from '../../platform/messages/email-kind.ts';
import { emailMessages } from '../email/messages.ts';

export const rallyEmails = {
  /** Expires with the pledge. */
  'rally met': emailKind({
    en: {
      label: 'Enough players come',
      title: (people: number, site: string) => `${people} players come together at ${site}`,
      text: (people: number, server: string, site: string) =>
        `You said that you would play on “${server}” at ${site} if enough players come. ${people} of you are ready now. Join here:`,
    },
    de: {
      label: 'Genug Spieler kommen',
      title: (people, site) => `${people} Spieler kommen auf ${site} zusammen`,
      text: (people, server, site) =>
        `Du hast gesagt, dass du auf „${server}“ auf ${site} spielst, wenn genug Spieler kommen. Jetzt sind ${people} bereit. Hier geht es los:`,
    },
    read({ detail, validUntil }) {
      const [server, people] = readAboutServer(detail, true);
      return { ...server, people: Number(people), validUntil };
    },
    subject: ({ people }, { say, site }) => say.title(people, site),
    write: (
      { serverName, hash, people }: Until & AboutServer & { people: number },
      { say, site, linkTo },
    ) => [
      say.text(people, unlinked(serverName), site),
      linkTo('server', hash),
      { note: emailMessages.serverAsked },
    ],
  }),
};
