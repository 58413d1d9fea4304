// The sentences of the switch between light and dark.

export const themeMessages = {
  label: 'Appearance',
  names: { system: 'System', light: 'Light', dark: 'Dark' },
} as const;
