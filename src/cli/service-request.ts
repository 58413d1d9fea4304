// Sends a running service an HTTP request, to find out whether it is there.

import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { ListenAddress } from '../config/addresses.ts';
import type { Settings } from '../config/settings.ts';
import { Failure } from '../lib/failure.ts';

/** Where a service listens. */
export interface ServiceAddress {
  listen: ListenAddress;
  /** Whether it speaks TLS. */
  isTls: boolean;
}

/** Where a service with these settings listens. Throws `invalid` when only the service knows its port. */
export function findService({ listen, tls }: Settings): ServiceAddress {
  if (listen.port === 0) {
    throw new Failure(
      'invalid',
      'The setting listen has port 0, so the system chose a port that only the service knows: name a port.',
    );
  }
  return { listen, isTls: tls !== undefined };
}

/** What a service answered. */
export interface ServiceAnswer {
  status: number;
  body: string;
}

const LONGEST_ANSWER = 65_536;

/** The addresses at which a service that listens there is reached from this machine. */
function listLocalAddresses({ hostname }: ListenAddress): string[] {
  if (hostname === '::') return ['127.0.0.1', '::1'];
  return [hostname === '0.0.0.0' ? '127.0.0.1' : hostname];
}

/** The answer, `undefined` when there was none in time. Uses a plain socket: `fetch` would use a configured HTTP proxy. */
function requestAt(
  address: { host: string; port: number; isTls: boolean },
  path: string,
  timeoutMs: number,
): Promise<ServiceAnswer | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const { isTls, ...place } = address;
    // Locally the certificate proves nothing: it is for another name.
    const socket = isTls ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place);
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.setEncoding('utf8');
    socket.on(isTls ? 'secureConnect' : 'connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.length > LONGEST_ANSWER) socket.destroy();
    });
    // A refused connection is a result too: nothing listens there.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(timer);
      const [, status, body = ''] = /^HTTP\/1\.[01] (\d{3})\b.*?\r\n\r\n(.*)$/s.exec(answer) ?? [];
      resolve(status === undefined ? undefined : { status: Number(status), body });
    });
  });
}

/** The first answer to GET `path`; `undefined` when the service cannot be reached in time. */
export async function requestService(
  { listen, isTls }: ServiceAddress,
  path: string,
  timeoutMs: number,
): Promise<ServiceAnswer | undefined> {
  for (const host of listLocalAddresses(listen)) {
    const answer = await requestAt({ host, port: listen.port, isTls }, path, timeoutMs);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
