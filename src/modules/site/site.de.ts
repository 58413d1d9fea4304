// Every sentence about the site itself: its rules, its privacy notice, how to reach its operator, and how light it is.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './site.en.ts';

export const siteMessages: Translation<typeof english.siteMessages> = {
  contact: 'Kontakt',
  rules: { title: 'Regeln' },
  privacy: { title: 'Datenschutz' },
};

export const siteFailures: Translation<typeof english.siteFailures> = {
  labels: {
    name: 'Der Name',
    description: 'Die Beschreibung',
    linkLabel: 'Die Beschriftung eines Links',
    notice: 'Der Hinweis',
    logo: 'Das Logo',
    text: 'Der Text',
  },
  invisible: (label) => `${label} enthält keine sichtbaren Zeichen.`,
  noColour: (text) =>
    `„${text}“ ist keine Farbe. Gib eine an wie #c4466a oder zwei, für helle und für dunkle Seiten, wie #8a1f4d #ff9ac1.`,
  faint: {
    light: (colour, seen, background, wanted) =>
      `${colour} hat zum Hintergrund ${background} heller Seiten einen Kontrast von ${seen}:1. Nötig sind ${wanted}:1. Nimm eine dunklere Farbe oder zwei, für helle und für dunkle Seiten, wie #8a1f4d #ff9ac1.`,
    dark: (colour, seen, background, wanted) =>
      `${colour} hat zum Hintergrund ${background} dunkler Seiten einen Kontrast von ${seen}:1. Nötig sind ${wanted}:1. Nimm eine hellere Farbe oder zwei, für helle und für dunkle Seiten, wie #8a1f4d #ff9ac1.`,
  },
  noEmail: (text) => `„${text}“ ist keine E-Mail-Adresse. Gib eine an wie team@example.net.`,
  noPage: (text, most) =>
    `„${text}“ ist nicht die Adresse einer Seite. Gib eine an wie https://www.example.net/page, mit höchstens ${most} Zeichen.`,
  noContact: (text) =>
    `„${text}“ ist weder eine E-Mail-Adresse noch die Adresse einer Seite. Gib eine an wie team@example.net oder https://forum.example.net/contact.`,
  noLink: (text) =>
    `„${text}“ ist kein Link. Schreib eine Beschriftung, ein Leerzeichen und eine Adresse, etwa Forum https://forum.example.net.`,
  noTarget: (text, most) =>
    `„${text}“ ist keine Adresse, auf die Seiten verlinken können. Gib eine an wie https://forum.example.net oder mailto:team@example.net, mit höchstens ${most} Zeichen.`,
  secretLink:
    'Die Adresse enthält einen Benutzernamen oder ein Passwort, und alle könnten das lesen. Entferne diese Angabe.',
  links: (count, most) => `Das sind ${count} Links. Erlaubt sind höchstens ${most}.`,
  large: (label, bytes, most, shown) =>
    `${label} hat ${bytes} Byte. Erlaubt sind höchstens ${most} Byte (${shown}).`,
  noPicture: (label) =>
    `${label} ist kein Bild im Format PNG, WebP oder SVG, auch wenn die Dateiendung das nahelegt. Wandle es in eines davon um.`,
  activePicture: (label, found) =>
    `${label} ist ein SVG, das ${found} enthält. Speichere es als einfaches SVG oder als PNG.`,
  active: {
    script: 'ein Skript',
    entity: 'eine Entity',
    document: 'ein anderes Dokument',
    handler: 'einen Event-Handler',
    link: 'einen Link',
  },
  noText: (label, line) =>
    `${label} ist kein Text in UTF-8 (Zeile ${line}). Speichere ihn als UTF-8.`,
  noNotice: 'Der Hinweis ist leer. Schreib, was alle wissen sollen.',
  noLevel: 'Diese Stufe gibt es nicht. Wähle eine aus der Liste.',
  noFile: 'Wähle eine Datei.',
};
