// Ports for what a test starts or lets a service look for.

import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to listeners without a wish. */
const OWN_PORTS = { first: 26_000, count: 6_700 };
const givenPorts = new Set<number>();

/**
 * A port of all local addresses that nobody listens on right now. No test file gets one twice: a service
 * remembers which ports it found open.
 */
export async function findFreePort(): Promise<number> {
  while (givenPorts.size < OWN_PORTS.count) {
    const port = OWN_PORTS.first + Math.floor(Math.random() * OWN_PORTS.count);
    if (givenPorts.has(port)) continue;
    givenPorts.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port is left.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolveFree) => {
    const server = createServer();
    server.once('error', () => resolveFree(false));
    server.listen(port, '::', () => server.close(() => resolveFree(true)));
  });
}
