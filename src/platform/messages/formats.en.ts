// Formats numbers, moments and durations in English.

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
} = createFormats('en', {
  locale: 'en-GB',
  waits: {
    second: { one: '# second', other: '# seconds' },
    minute: { one: '# minute', other: '# minutes' },
    hour: { one: '# hour', other: '# hours' },
    day: { one: '# day', other: '# days' },
  },
});
