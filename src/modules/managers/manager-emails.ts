// The emails about managers: an invitation, and a server that its owner gave away.

import {
  type AboutServer,
  type At,
  emailKind,
  readAboutServer,
  unlinked,
} from '../../platform/messages/email-kind.ts';

export const managerEmails = {
  'server invitation': emailKind({
    en: {
      label: 'Invitation to manage a server',
      subject: (site: string) => `Invitation to manage a server at ${site}`,
      editor: (owner: string, server: string, site: string) =>
        `${owner} invites you to edit the server “${server}” at ${site}: its texts, tags, icon and webhooks.`,
      owner: (owner: string, server: string, site: string) =>
        `${owner} offers you the server “${server}” at ${site}. If you accept, you own it.`,
      next: (moment: string) =>
        `Accept or decline until ${moment} in your account. If you do nothing, the invitation expires.`,
    },
    de: {
      label: 'Einladung, einen Server zu verwalten',
      subject: (site) => `Einladung, einen Server auf ${site} zu verwalten`,
      editor: (owner, server, site) =>
        `${owner} lädt dich ein, den Server „${server}“ auf ${site} zu bearbeiten: Texte, Tags, Bild und Webhooks.`,
      owner: (owner, server, site) =>
        `${owner} bietet dir den Server „${server}“ auf ${site} an. Wenn du annimmst, gehört er dir.`,
      next: (moment) =>
        `Bis ${moment} kannst du in deinem Konto annehmen oder ablehnen. Wenn du nichts tust, läuft die Einladung ab.`,
    },
    read({ detail, validUntil }) {
      const [server, fact] = readAboutServer(detail, true);
      const [role = '', ownerName = ''] = fact.split(':');
      return { ...server, isOffer: role === 'owner', ownerName, at: validUntil };
    },
    write: (
      {
        serverName,
        isOffer,
        ownerName,
      }: At & AboutServer & { isOffer: boolean; ownerName: string },
      { say, site, moment, account },
    ) => [
      (isOffer ? say.owner : say.editor)(unlinked(ownerName), unlinked(serverName), site),
      say.next(moment),
      account,
    ],
  }),

  'server transferred': emailKind({
    en: {
      label: 'Server transferred',
      subject: (site: string) => `Your server at ${site} has a new owner`,
      text: (server: string, site: string, owner: string, moment: string) =>
        `${owner} accepted the server “${server}” at ${site} on ${moment} and owns it now. You can still edit it.`,
      notYou:
        'If you did not offer it, contact the operator of this site, and change your password.',
    },
    de: {
      label: 'Server übergeben',
      subject: (site) => `Dein Server auf ${site} hat einen neuen Besitzer`,
      text: (server, site, owner, moment) =>
        `${owner} hat den Server „${server}“ auf ${site} am ${moment} angenommen und ist jetzt der Besitzer. Du kannst ihn weiter bearbeiten.`,
      notYou:
        'Wenn du ihn nicht angeboten hast, wende dich an den Betreiber dieser Website und ändere dein Passwort.',
    },
    read({ detail, createdAt }) {
      const [server, ownerName] = readAboutServer(detail, true);
      return { ...server, ownerName, at: createdAt };
    },
    write: (
      { serverName, ownerName, hash }: At & AboutServer & { ownerName: string },
      { say, site, moment, linkTo },
    ) => [
      say.text(unlinked(serverName), site, unlinked(ownerName), moment),
      say.notYou,
      linkTo('ownServer', hash),
    ],
  }),
};
