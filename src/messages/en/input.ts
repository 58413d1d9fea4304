// Sentences about input, whatever it is for.

export const inputFailures = {
  /** Launchers show it as it is (C4.20). */
  busy: 'The service is busy, try again in a moment.',
  reasonMissing: (most: number) =>
    `The reason is missing. Enter one of at most ${most} characters.`,
  /** By what was typed. */
  labels: { reason: 'The reason', forumTitle: 'The forum title' },
  long: (label: string, length: number, most: number) =>
    `${label} has ${length} characters. Use at most ${most}.`,
  controls: (label: string) => `${label} contains control characters. Use one line of plain text.`,
  range: (range: string) =>
    `The address range ${range} is not valid. Use an address such as 203.0.113.7, or a range such as 203.0.113.0/24 or 2001:db8::/32.`,
  end: {
    ban: {
      invalid: (text: string) =>
        `"${text}" is not a valid end for a ban. Use a duration such as 12h, 7d or 2w, or a date or time in UTC such as 2031-02-03 or 2031-02-03 14:30.`,
      far: (text: string) =>
        `"${text}" is more than ten years away. Leave the end out for a permanent ban.`,
    },
    suspension: {
      invalid: (text: string) =>
        `"${text}" is not a valid end for a suspension. Use a duration such as 12h, 7d or 2w, or a date or time in UTC such as 2031-02-03 or 2031-02-03 14:30.`,
      far: (text: string) =>
        `"${text}" is more than ten years away. Leave the end out for a permanent suspension.`,
    },
    notice: {
      invalid: (text: string) =>
        `"${text}" is not a valid end for a notice. Use a duration such as 12h, 7d or 2w, or a date or time in UTC such as 2031-02-03 or 2031-02-03 14:30.`,
      far: (text: string) =>
        `"${text}" is more than ten years away. Leave the end out for a permanent notice.`,
    },
    past: (text: string) => `"${text}" is in the past. Use a later time.`,
  },
} as const;
