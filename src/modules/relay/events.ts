// The events of the relay.

import type { EventTable, EventTools, ReportOf } from '../../platform/ops/events.ts';

/** Counted, but not logged. */
const BYTES = {
  line: null,
  tell: ({ count }: EventTools, { bytes }: { bytes: number }) => count(bytes),
};

export const relayEvents = {
  relay_bytes_to_browser: BYTES,
  relay_bytes_to_game: BYTES,
  relay_closed: ['relay', 'debug', 'Relay closed'],
  relay_opened: ['relay', 'debug', 'Relay opened'],
  relay_refused_address_limit: ['relay', 'debug', 'Relay refused'],
  relay_refused_handshake: ['relay', 'debug', 'Relay refused'],
  relay_refused_limit: ['relay', 'debug', 'Relay refused'],
  relay_refused_network_limit: ['relay', 'debug', 'Relay refused'],
  relay_refused_not_listed: ['relay', 'debug', 'Relay refused'],
  relay_refused_origin: ['relay', 'debug', 'Relay refused'],
  relay_refused_path: ['relay', 'debug', 'Relay refused'],
  relay_refused_protocol: ['relay', 'debug', 'Relay refused'],
  relay_refused_stopping: ['relay', 'debug', 'Relay refused'],
} as const satisfies EventTable;

export type Report = ReportOf<typeof relayEvents>;
