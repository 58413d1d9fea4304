// Every sentence about what cannot be done with servers.

import type { serverFailures as english } from '../en/server-failures.ts';
import type { Translation } from '../translation.ts';

export const serverFailures: Translation<typeof english> = {
  offline: 'Dieser Server ist offline. Starte ihn und hol dir dann einen Code.',
  offlinePort:
    'Dieser Server ist offline, deshalb lässt sich sein Port nicht prüfen. Starte ihn zuerst.',
  notYours: 'Dein Konto hat diesen Server nicht beansprucht.',
  nextChange: (seconds) => `Weitere Änderungen sind in ${seconds} s möglich.`,
  nextCode: (seconds) => `In ${seconds} s kannst du dir einen neuen Code holen.`,

  texts: {
    description: (length, most) =>
      `Die Beschreibung hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    links: (count, most) => `Das sind ${count} Links. Erlaubt sind höchstens ${most}.`,
    link: (link) =>
      `${link} ist kein Link. Gib ganze Adressen ein wie https://example.net/, eine pro Zeile.`,
    longLink: (link, most) =>
      `Der Link ${link} ist zu lang. Erlaubt sind höchstens ${most} Zeichen.`,
    tags: (count, most) => `Das sind ${count} Stichwörter. Erlaubt sind höchstens ${most}.`,
    tag: (tag) =>
      `${tag} ist kein gültiges Stichwort. Nimm 2 bis 20 Buchstaben oder Ziffern, mit Bindestrichen dazwischen.`,
  },

  join: {
    tooMany: (seconds) =>
      `Du hast zu viele Ports prüfen lassen. Schick das in ${seconds} s noch einmal ab.`,
    busy: 'Gerade werden zu viele Ports geprüft. Versuche es gleich noch einmal.',
    taken: (ip, port) => `Port ${port} auf ${ip} gehört zu einem anderen Server.`,
    closed: (ip, port) =>
      `Port ${port} auf ${ip} ist nicht offen. Leite ihn (TCP) zuerst an deinen Server weiter.`,
    port: 'Der Port muss eine ganze Zahl von 1 bis 65535 sein.',
    ipv6: (ip) =>
      `Das kam von der IPv6-Adresse ${ip}, aber Spieler können nur über IPv4 beitreten. Schick es über IPv4, mit curl -4.`,
    unroutable: (ip) =>
      `Das kam von ${ip}, einer privaten oder reservierten Adresse, die Spieler nicht erreichen. Führe den Befehl auf dem Rechner mit der öffentlichen Adresse aus.`,
    banned: (ip) => `Die Adresse ${ip} ist auf dieser Website gesperrt.`,
    tooManyCodes: (from, seconds) =>
      `Von ${from} kamen zu viele Codes. Schick den nächsten in ${seconds} s.`,
    code: 'Dieser Code ist falsch, wurde schon benutzt oder ist älter als eine Stunde. Hol dir auf der Seite deines Servers einen neuen.',
  },

  report: {
    tooMany: (minutes) =>
      `Du hast zu viele Meldungen geschickt. Die nächste ist in ${minutes} min möglich.`,
    offline: 'Dieser Server ist nicht mehr online.',
    open: 'Deine frühere Meldung zu diesem Server ist noch offen.',
    kind: 'Wähle aus, was nicht stimmt.',
    long: (length, most) => `Deine Meldung hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    text: 'Beschreibe, was nicht stimmt.',
  },

  hash: (text) =>
    `${text} ist kein Server-Hash. Nimm die 32 Hexadezimalziffern am Ende der Adresse der Serverseite.`,
  country: (text) => `${text} ist kein Länderkürzel. Nimm zwei Buchstaben wie NZ.`,
  word: (word, most) =>
    `${word} ist kein einzelnes Wort. Nimm bis zu ${most} Buchstaben und Ziffern, mit * für beliebige Buchstaben.`,
  broadWord: (word, fewest) =>
    `Das Wort ${word} würde zu viel erfassen. Nimm mindestens ${fewest} Buchstaben außer *.`,
  longPattern: (pattern, most) =>
    `Das Namensmuster ${pattern} ist zu lang. Erlaubt sind höchstens ${most} Zeichen.`,
  broadPattern: (pattern, fewest) =>
    `Das Namensmuster ${pattern} würde zu viel erfassen. Nimm mindestens ${fewest} Zeichen außer *.`,

  banned: {
    range: (subject) => `Der Bereich ${subject} ist schon gesperrt.`,
    name: (subject) => `Das Namensmuster ${subject} ist schon gesperrt.`,
    server: (subject) => `Der Server ${subject} ist schon gesperrt.`,
  },
};
