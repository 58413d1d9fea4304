// Checks whether log lines reach their destination, which the log itself cannot tell.

import { codeOf } from '../lib/failure.ts';
import { describeFileFailure } from '../lib/file-failure.ts';
import { type Found, WELL, warning } from '../lib/finding.ts';
import { countEvent } from './report-event.ts';

let state = WELL;

export function noteLogWrite(error: unknown): void {
  if (error === undefined || error === null) {
    state = WELL;
    return;
  }
  countEvent('log_write_failed');
  state = warning(describeFileFailure('The log cannot be written', undefined, codeOf(error)));
}

export function checkLogOutput(): Found {
  return state;
}
