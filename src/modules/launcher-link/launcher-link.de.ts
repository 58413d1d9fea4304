// Every sentence of the pages where players let a launcher in.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './launcher-link.en.ts';

export const linkMessages: Translation<typeof english.linkMessages> = {
  title: 'Im Launcher anmelden',
  startHint:
    'Du kannst dich dort auch anmelden, ohne dein Passwort einzugeben: Gib als Passwort das Wort „link“ ein und trage den Code des Launchers auf dieser Website ein.',
  intro: 'Du kannst dich ohne dein Passwort im Launcher anmelden:',
  steps: [
    'Gib im Launcher deinen Namen ein und als Passwort das Wort „link“. Klicke auf „Sign in“.',
    'Der Launcher zeigt einen Code. Gib ihn hier ein.',
    'Prüfe die Anfrage und stimme zu. Klicke dann im Launcher noch einmal auf „Sign in“.',
  ],
  code: 'Code aus dem Launcher',
  codeHint: 'Zum Beispiel KTPQ-7XWR. Ein Code gilt nur einmal und läuft nach fünf Minuten ab.',

  confirmTitle: 'Diesen Launcher zulassen?',
  asks: (name) => `Dieser Launcher will sich als ${name} anmelden:`,
  device: 'Gerät',
  address: 'IP-Adresse',
  sameNetwork: 'Dein Browser ist im selben Netz.',
  otherNetwork: 'Dein Browser ist in einem anderen Netz.',
  abroadTitle: 'Dieser Launcher ist in einem anderen Land',
  abroad: (launcher, browser) =>
    `Land des Launchers: ${launcher}. Land deines Browsers: ${browser}. Wenn du das nicht erwartet hast, lehne ab.`,
  gives:
    'Wenn du zustimmst, kann jeder an diesem Launcher unter deinem Namen auf Servern spielen und dein Konto auf dieser Website benutzen, ohne dein Passwort und ohne Anmeldecode. Nur Seiten, die nach deinem Passwort fragen, bleiben ihm verschlossen. Das gilt, bis du die Sitzung unter „Sitzungen“ beendest.',
  onlyOwn:
    'Stimme nur zu, wenn du gerade in deinem eigenen Launcher auf „Sign in“ geklickt hast. Wenn dir jemand den Code geschickt hat, lehne ab: Diese Person will in dein Konto.',
  approve: 'Zustimmen',
  refuse: 'Ablehnen',

  approvedTitle: 'Zugelassen',
  approved: 'Klicke innerhalb von fünf Minuten im Launcher noch einmal auf „Sign in“.',
  refused: 'Abgelehnt. Der Launcher ist nicht angemeldet.',
};

export const linkFailures: Translation<typeof english.linkFailures> = {
  missing: 'Gib den Code ein, den der Launcher zeigt.',
  wrong: (name) =>
    `Kein Launcher wartet mit diesem Code für den Namen ${name}. Prüfe den Code und den Namen im Launcher. Ein Code gilt nur einmal und läuft nach fünf Minuten ab.`,
  gone: 'Dieser Launcher wartet nicht mehr. Klicke im Launcher auf „Sign in“ und gib den neuen Code ein.',
};
