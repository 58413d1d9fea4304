// The option that tells why something is done, where that may be left out.

import { Option } from 'commander';

/** What the command gets of it. */
export interface Reasoned {
  reason?: string;
}

/** `--reason`; `help` where others than readers of the audit log see it. */
export function reasonOption(help = 'Why; kept in the audit log.'): Option {
  return new Option('--reason <text>', help);
}
