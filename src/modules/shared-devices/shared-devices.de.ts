// Every sentence about shared devices and addresses.

import { formatCount } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './shared-devices.en.ts';

export const sharedDeviceMessages: Translation<typeof english.sharedDeviceMessages> = {
  title: 'Gemeinsame Geräte und Adressen',
  caption: 'Konten mit demselben Gerät oder derselben Adresse, letzte Anmeldung zuerst',
  intro:
    'Diese Konten haben sich in den letzten 180 Tagen mit einem Browser oder von einer Adresse dieses Kontos angemeldet. Auch ein Haushalt oder ein Netz teilt sich eine Adresse.',
  none: 'In den letzten 180 Tagen hat sich kein anderes Konto mit einem Browser oder von einer Adresse dieses Kontos angemeldet.',
  states: { suspended: 'Gesperrt', other: 'Nicht gesperrt' },
  shares: 'Gemeinsam',
  kinds: { browser: 'Browser', address: 'Adresse' },
  lastLogin: 'Letzte Anmeldung dort',
  crowd: ({ kind, others, suspended }) =>
    `${kind === 'address' ? 'Eine Adresse' : 'Einen Browser'} dieses Kontos nutzen ${formatCount(others)} andere Konten, davon ${formatCount(suspended)} gesperrte. So viele Konten werden nicht einzeln genannt.`,
};
