// Every sentence about shared devices and addresses.

import { formatCount } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './shared-devices.en.ts';

export const sharedDeviceMessages: Translation<typeof english.sharedDeviceMessages> = {
  title: 'Gemeinsame Geräte und Adressen',
  caption: 'Konten mit demselben Gerät oder derselben Adresse, letzte Anmeldung zuerst',
  intro:
    'Diese Konten haben sich in den letzten 180 Tagen mit demselben Browser oder von derselben Adresse angemeldet wie dieses. Auch in einem Haushalt oder Netz haben alle dieselbe Adresse.',
  none: 'In den letzten 180 Tagen hat sich kein anderes Konto mit demselben Browser oder von derselben Adresse angemeldet.',
  states: { suspended: 'Gesperrt', other: 'Nicht gesperrt' },
  shares: 'Gemeinsam',
  kinds: { browser: 'Browser', address: 'Adresse' },
  lastLogin: 'Letzte Anmeldung dort',
  crowd: ({ kind, others, suspended }) =>
    `${kind === 'address' ? 'Eine Adresse' : 'Einen Browser'} dieses Kontos nutzen ${formatCount(others)} andere Konten, davon ${formatCount(suspended)} gesperrte. So viele Konten werden nicht einzeln genannt.`,
};
