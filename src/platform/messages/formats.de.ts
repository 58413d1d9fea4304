// Formats numbers, moments and durations in German.

import { createFormats } from './formats.ts';

export const {
  compareTexts,
  counted,
  formatAgo,
  formatCount,
  formatDay,
  formatMoment,
  formatMomentExact,
  formatMomentLong,
  formatShare,
  formatWait,
  plural,
} = createFormats('de', {
  locale: 'de-DE',
  waits: {
    second: { one: '# Sekunde', other: '# Sekunden' },
    minute: { one: '# Minute', other: '# Minuten' },
    hour: { one: '# Stunde', other: '# Stunden' },
    day: { one: '# Tag', other: '# Tagen' },
  },
});
