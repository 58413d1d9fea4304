// The email to the owner of a heartbeat key that was used from another network.

import {
  type AboutServer,
  type At,
  emailKind,
  readAboutServer,
  unlinked,
} from '../../platform/messages/email-kind.ts';

export const claimEmails = {
  /** `ip` is the server's new address. */
  'server moved': emailKind({
    en: {
      label: 'Server moved',
      subject: (site: string) => `Your server at ${site} is at another address`,
      text: (site: string, server: string, ip: string, moment: string) =>
        `A heartbeat with the key of your server “${server}” at ${site} came from a new network on ${moment}, from the address ${ip}. The server is listed there now.`,
      own: 'If you moved it, or its address changes by itself, you do not need to do anything.',
      notYou:
        'Otherwise, somebody else has its heartbeat URL. You get this email at most once a day. Make a new URL on the page of the server, so that the present one stops working:',
    },
    de: {
      label: 'Server umgezogen',
      subject: (site) => `Dein Server bei ${site} hat eine andere Adresse`,
      text: (site, server, ip, moment) =>
        `Ein Heartbeat mit dem Schlüssel deines Servers „${server}“ bei ${site} kam am ${moment} aus einem neuen Netz, von der Adresse ${ip}. Der Server ist jetzt dort gelistet.`,
      own: 'Wenn du ihn umgezogen hast oder sich seine Adresse von selbst ändert, musst du nichts tun.',
      notYou:
        'Sonst hat jemand anderes seine Heartbeat-URL. Du bekommst diese E-Mail höchstens einmal am Tag. Hol dir auf der Seite des Servers eine neue URL, dann gilt die bisherige nicht mehr:',
    },
    read({ detail, createdAt }) {
      const [server, ip] = readAboutServer(detail, true);
      return { ...server, ip, at: createdAt };
    },
    write: (
      { serverName, hash, ip }: At & AboutServer & { ip: string },
      { say, site, moment, linkTo },
    ) => [
      say.text(site, unlinked(serverName), ip, moment),
      say.own,
      say.notYou,
      linkTo('ownServer', hash),
    ],
  }),
};
