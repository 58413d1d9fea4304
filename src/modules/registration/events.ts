// The events of registrations.

import type { EventTable, ReportOf } from '../../platform/ops/events.ts';

interface RefusedRegistration {
  fields: readonly string[];
  address: string;
}

export const registrationEvents = {
  account_registered: ['accounts', 'info', 'Account registered'],
  first_administrator_made: ['accounts', 'info', 'First administrator created'],
  registration_refused: {
    line: ['accounts', 'info', 'Registration refused'],
    tell: ({ flood }, facts: RefusedRegistration) =>
      flood('', facts, {
        others: 'More registrations refused',
        rest: 'More registrations refused from other addresses',
      }),
  },
  unverified_removed: ['accounts', 'info', 'Unverified accounts removed'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof registrationEvents>;
