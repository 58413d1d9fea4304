// Sends the heartbeats of the example servers to a running service, as game servers behind a proxy do.

import { type ExampleServer, SERVERS, saltOf } from './servers.ts';

/** Sends one heartbeat; returns why it was refused, `undefined` when it was accepted. */
async function sendHeartbeat(origin: string, server: ExampleServer): Promise<string | undefined> {
  const { ip, port, name, players, maxPlayers, software, supportsWeb } = server;
  const answer = await fetch(`${origin}/server/heartbeat`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ name, software, salt: saltOf(server), port: `${port}`, public: 'true' },
      ...{ users: `${players}`, max: `${maxPlayers}`, web: `${supportsWeb}` },
    }),
    headers: { 'x-forwarded-for': ip },
  });
  const text = await answer.text();
  return /\/server\/play\/[0-9a-f]{32}\/$/.test(text) ? undefined : text;
}

/**
 * Sends one heartbeat of each server, each with some other players than in the list of examples. Returns what
 * was refused, such as banned servers, by name: the others go on. Throws where the service does not answer.
 */
export async function sendAllHeartbeats(
  origin: string,
  servers: readonly ExampleServer[] = SERVERS,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  for (const server of servers) {
    const change = server.players === 0 ? 0 : Math.floor(Math.random() * 5) - 2;
    const players = Math.min(server.maxPlayers, Math.max(0, server.players + change));
    const reason = await sendHeartbeat(origin, { ...server, players });
    if (reason !== undefined) refused.set(server.name, reason);
  }
  return refused;
}
