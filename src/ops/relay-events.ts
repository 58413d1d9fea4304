// One function for each event of relays: it writes the log line and counts. Together they are `RelayEvents`.

import { countEvent, type EventEnding } from './counters.ts';
import { loggerOf } from './log.ts';

const relay = loggerOf('relay');

/** A browser was admitted and is being connected to a game server. */
export function opened({ ip, port }: { ip: string; port: number }): void {
  countEvent('relay_opened');
  relay.debug('Relay opened', { ip, port });
}

/** Both the browser and the game server are disconnected. */
export function closed({ ip, port }: { ip: string; port: number }): void {
  countEvent('relay_closed');
  relay.debug('Relay closed', { ip, port });
}

/** A relay was refused; each reason is counted by itself. */
export function refused(reason: EventEnding<'relay_refused_'>, address: string): void {
  countEvent(`relay_refused_${reason}`);
  relay.debug('Relay refused', { reason, address });
}

const CARRIED = {
  to_game: 'relay_bytes_to_game',
  to_browser: 'relay_bytes_to_browser',
} as const;

/** A relay carried so many bytes. */
export function carried(direction: keyof typeof CARRIED, bytes: number): void {
  countEvent(CARRIED[direction], bytes);
}
