// Every sentence about the site itself: its rules, its privacy notice, how to reach its operator, and how light it is.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './site.en.ts';

export const siteMessages: Translation<typeof english.siteMessages> = {
  contact: 'Kontakt',
  operatorPhrases: [
    'Betreiber dieser Website',
    'an den Betreiber',
    'dem Betreiber Bescheid',
    'Bitte den Betreiber',
  ],
  notice: {
    label: 'Hinweis dieser Website',
    levels: { info: 'Hinweis:', warning: 'Warnung:', outage: 'Störung:' },
    until: 'Bis',
  },
  rules: { title: 'Regeln' },
  privacy: { title: 'Datenschutz' },
};

export const themeMessages: Translation<typeof english.themeMessages> = {
  label: 'Darstellung',
  names: { system: 'System', light: 'Hell', dark: 'Dunkel' },
};
