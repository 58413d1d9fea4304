// The rows of the table of options that say how the log is written.

import { one } from './declare-option.ts';
import type { Option } from './options.ts';
import { parseChoice } from './values.ts';

const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
const LOG_FORMATS = ['auto', 'text', 'json'] as const;

/** The rows, in the order of the table. */
export const LOG_OPTIONS: readonly Option[] = [
  one(
    {
      key: 'log_level',
      argument: 'level',
      fallback: 'info',
      reloads: true,
      help: 'Least serious messages to log: debug, info, warning or error.',
    },
    (text) => parseChoice(text, LOG_LEVELS),
  ),
  one(
    {
      key: 'log_format',
      argument: 'format',
      fallback: 'auto',
      reloads: true,
      help: 'Form of the log: text, json, or auto (text on a terminal, json elsewhere).',
    },
    (text) => parseChoice(text, LOG_FORMATS),
  ),
];
