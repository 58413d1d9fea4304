// Every sentence about what a rally refuses.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './rallies.en.ts';

export const rallyFailures: Translation<typeof english.rallyFailures> = {
  notVerified: 'Lass zuerst dein Konto freischalten: Nur freigeschaltete Spieler zählen.',
  notListed:
    'Dieser Server steht gerade nicht in der öffentlichen Liste und nimmt deshalb keine Zusagen an.',
  choice: 'Wähle einen der angebotenen Werte.',
};
