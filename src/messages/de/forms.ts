// Sentences that all forms share.

import type { formMessages as english } from '../en/forms.ts';
import type { Translation } from '../translation.ts';
import { plural } from './formats.ts';

export const formMessages: Translation<typeof english> = {
  problemTitle: (title) => `Fehler: ${title}`,
  refusedTitle: 'Das ging nicht',
  summaryTitle: (count) =>
    plural(count, { one: 'Es gibt ein Problem', other: 'Es gibt # Probleme' }),
  problem: 'Problem:',
  reloadThen: 'Lade diese Seite dann neu.',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  foreign: (baseUrl) =>
    `Dieses Formular kam nicht von einer Seite dieser Website, deshalb wurde nichts getan. Öffne die Seite unter ${baseUrl}/ und schick es von dort ab.`,
  notAForm:
    'Diese Seite nimmt nur ihr eigenes Formular an, und es kam etwas anderes. Öffne die Seite im Browser und benutze ihr Formular.',
};
