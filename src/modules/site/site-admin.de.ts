// Every sentence of the administration's pages about the site and its notice.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './site-admin.en.ts';

export const siteAdminDone: Translation<typeof english.siteAdminDone> = {
  'site-saved': 'Gespeichert. Alle Seiten zeigen jetzt die Änderung.',
  'site-same': 'Es wurde nichts geändert: Die Angaben sind dieselben wie vorher.',
  'site-reset': 'Dieser Wert kommt wieder aus der Einstellungsdatei.',
  'notice-set': 'Der Hinweis steht auf allen Seiten.',
  'notice-removed': 'Der Hinweis wurde entfernt.',
};

export const siteAdminMessages: Translation<typeof english.siteAdminMessages> = {
  sections: {
    site: 'Website',
    notice: 'Hinweis',
  },
  intro:
    'Name und Aussehen der Website, auf Seiten, in E-Mails und für Programme. Was du hier speicherst, gilt anstelle der Einstellungsdatei, bis du unter „Einstellungsdatei“ zur Datei zurückkehrst.',
  looks: 'Name und Farbe',
  links: 'Kontakt und Links',
  preview: { title: 'Vorschau', server: 'Ein Server', line: 'Eine Zeile über ihn' },
  nameHint: (most, host) =>
    `Höchstens ${most} Zeichen. Wenn hier nichts steht, heißt die Website ${host}.`,
  descriptionHint: (most) =>
    `Ein Satz für die Startseite, Suchmaschinen und Linkvorschauen, höchstens ${most} Zeichen.`,
  accentHint:
    'Für Schaltflächen und Ränder, etwa #c4466a, oder zwei Farben: für helle und für dunkle Seiten. Leer lassen für Grün.',
  contactHint:
    'Eine E-Mail-Adresse oder die Adresse einer Seite. Seiten und E-Mails nennen sie dort, wo sich jemand an dich wenden soll.',
  launcherHint:
    'Adresse der Seite oder Datei, wo es den Launcher gibt. Die Seite für neue Spieler verlinkt dorthin.',
  footerLinksHint: (most) =>
    `Höchstens ${most} Links, einer pro Zeile: eine Beschriftung, ein Leerzeichen und eine Adresse, etwa Forum https://forum.example.net.`,
  logoHint: (size) =>
    `PNG, WebP oder einfaches SVG, möglichst quadratisch, höchstens ${size}. Auf dem Startbildschirm von Handys erscheint nur ein PNG oder WebP.`,
  logoFile: 'Datei',
  saveLogo: 'Dieses Logo verwenden',
  removeLogo: 'Logo entfernen',
  rulesHint: (size) =>
    `Markdown, höchstens ${size}. Sie stehen unter /rules/. Wer sich registriert, muss zustimmen. Wenn sich die Regeln ändern, müssen alle noch einmal zustimmen.`,
  privacyHint: (size) => `Markdown, höchstens ${size}. Sie steht unter /privacy/.`,
  set: 'Einstellungsdatei',
  setCaption: 'Werte, die anstelle der Einstellungsdatei gelten',
  noneSet: 'Nichts. Alle Angaben kommen aus der Einstellungsdatei.',
  columns: { part: 'Teil' },
  reset: 'Einstellungsdatei verwenden',
  resetSubmit: 'Wieder die Einstellungsdatei verwenden',
  parts: {
    site_name: 'Name',
    site_description: 'Beschreibung',
    site_accent: 'Farbe',
    contact: 'Kontakt',
    launcher_url: 'Launcher',
    footer_links: 'Links am Seitenende',
    site_logo: 'Logo',
    rules: 'Regeln',
    privacy: 'Datenschutzhinweise',
  },
  unknownPart: 'Diesen Teil der Website gibt es nicht.',
  notSet: 'Dieser Wert kommt schon aus der Einstellungsdatei.',

  notice: {
    intro:
      'Steht oben auf jeder Seite und für Programme unter /api/v1/notice. Es gibt immer nur einen Hinweis.',
    now: 'Jetzt auf allen Seiten',
    none: 'Es gibt zurzeit keinen Hinweis.',
    textHint: (most) => `Einfacher Text, höchstens ${most} Zeichen.`,
    level: 'Stufe',
    levels: { info: 'Hinweis', warning: 'Warnung', outage: 'Störung' },
    ends: 'Ende',
    endsHint:
      'Eine Dauer wie 90m, 12h oder 7d, ein Datum oder ein Zeitpunkt in UTC wie 2031-02-03 14:30. Ohne Ende bleibt er, bis ihn jemand entfernt.',
    fresh: 'Neuer Hinweis',
    submit: 'Diesen Hinweis zeigen',
    remove: 'Hinweis entfernen',
    removeSubmit: 'Entfernen',
    gone: 'Es gibt keinen Hinweis, der zu entfernen wäre.',
  },
};

export const siteAuditSentences: Translation<typeof english.siteAuditSentences> = {
  'site changed': 'Website geändert',
  'site reset': 'Website zurückgesetzt',
  'notice set': 'Hinweis gesetzt',
  'notice removed': 'Hinweis entfernt',
};

export const siteAuditSubjects: Translation<typeof english.siteAuditSubjects> = {
  'the notice': 'Hinweis',
  'site name': 'Name der Website',
  'site description': 'Beschreibung der Website',
  'site accent': 'Farbe der Website',
  'site contact': 'Kontakt',
  'site launcher': 'Launcher',
  'footer links': 'Links am Seitenende',
  'site logo': 'Logo',
  'site rules': 'Regeln',
  'privacy notice': 'Datenschutzhinweise',
};
