// One function for each event of game servers: it writes the log line and counts. Together they are `ServersEvents`.

import { countEvent } from './counters.ts';
import { describeStoreFailure } from './describe-error.ts';
import { loggerOf } from './log.ts';
import { taskFailed } from './process-events.ts';

const servers = loggerOf('servers');
const store = loggerOf('store');

/** The clock was set back while the service was stopped. */
export function clockBehind(ms: number): void {
  countEvent('clock_behind');
  loggerOf('service').warning(
    'The clock of this machine is behind what is stored: it was set back',
    {
      seconds: Math.round(ms / 1_000),
    },
  );
}

type Server = { hash: string; name: string; ip: string; port: number };

/** A server was listed that was not before, or came back after it was gone. */
export function appeared(server: Server): void {
  countEvent('server_appeared');
  const { hash, name, ip, port } = server;
  servers.info('Server appeared', { hash, name, ip, port });
}

/** A server went stale and left every list. */
export function left(server: Server): void {
  countEvent('server_left');
  const { hash, name, ip, port } = server;
  servers.info('Server left', { hash, name, ip, port });
}

/** A server sends its heartbeats from another address now, and is listed with that address alone. */
export function relocated(before: Pick<Server, 'hash' | 'ip'>, after: Server): void {
  countEvent('server_relocated');
  const { hash, name, ip, port } = after;
  const was = { hashBefore: before.hash, ipBefore: before.ip };
  servers.info('Server changed its address', { hash, name, ip, port, ...was });
}

/** The port of a public server could not be reached. */
export function unreachable({ ip, port }: Pick<Server, 'ip' | 'port'>): void {
  countEvent('server_unreachable');
  servers.info('Port of a public server is not open', { ip, port });
}

/** An operator proved that they control a server. */
export function claimed(hash: string): void {
  countEvent('server_claimed');
  servers.info('Server claimed', { hash });
}

/** A claim could not be completed; the next heartbeat tries it again. */
export function claimFailed(error: unknown): void {
  taskFailed('complete a claim', error);
}

/** The operator of a claimed server proved that they control the address where players join. */
export function moved(hash: string, { ip, port }: { ip: string; port: number }): void {
  countEvent('server_moved');
  servers.info('Server joined on a public address', { hash, ip, port });
}

/** A batch of servers could not be saved; it is tried again. */
export function batchFailed(error: unknown): void {
  countEvent('batch_failed');
  store.error('Servers could not be saved, trying again', describeStoreFailure(error));
}

/** Saving works again after it failed. */
export function batchRecovered(): void {
  countEvent('database_recovered');
  store.info('Servers are saved again');
}

/** The service ended before `count` servers could be saved; the next start lists them as they were saved last. */
export function batchLost(error: unknown, count: number): void {
  countEvent('batch_lost');
  store.error('Servers could not be saved before the end, and are as they were saved last', {
    count,
    ...describeStoreFailure(error),
  });
}

/** The ready-made list could not be compressed. */
export function listFailed(error: unknown): void {
  taskFailed('compress the list', error);
}
