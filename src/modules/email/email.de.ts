// Sentences that many kinds of email have.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './email.en.ts';

export const emailMessages: Translation<typeof english.emailMessages> = {
  greeting: (name) => `Hallo ${name},`,
  closing: (site) =>
    `Diese E-Mail wurde von ${site} automatisch verschickt. Antworten darauf liest niemand.`,
  contact: 'Fragen? Wende dich an den Betreiber dieser Website:',
  orTypeCode: 'Oder gib diesen Code dort ein, wo du danach gefragt wurdest:',
  notYou: 'Wenn du das nicht warst, ignoriere diese E-Mail. Ohne dich ändert sich nichts.',
  unknownCountry: 'unbekannt',
  validUntil: (moment) => `Er funktioniert einmal, bis ${moment}.`,
  wasNotYou:
    'Wenn du das nicht warst, leg jetzt ein neues Passwort fest, beende die Sitzungen, die du nicht kennst, und entferne Passkeys und API-Schlüssel, die nicht von dir sind:',
  buttons: {
    verify: 'Adresse bestätigen',
    confirmEmail: 'Neue Adresse bestätigen',
    reset: 'Neues Passwort festlegen',
    undoEmail: 'Änderung rückgängig machen',
    account: 'Konto öffnen',
    appeal: 'Einspruch einlegen',
    server: 'Zum Server',
    ownServer: 'Server verwalten',
    webhooks: 'Webhooks verwalten',
  },
  serverAsked:
    'Du hast auf der Seite des Servers um diese E-Mail gebeten. Du bekommst sie nur einmal und musst nichts abbestellen.',
};
