// The sentences of the switch between light and dark.

import type { themeMessages as english } from '../en/theme.ts';
import type { Translation } from '../translation.ts';

export const themeMessages: Translation<typeof english> = {
  label: 'Darstellung',
  names: { system: 'System', light: 'Hell', dark: 'Dunkel' },
};
