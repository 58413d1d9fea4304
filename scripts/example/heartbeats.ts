// Sends the heartbeats of the example servers to a running service, as game servers behind a proxy do.

import { type ExampleServer, SERVERS, saltOf } from './servers.ts';

/** Sends one heartbeat; returns the server's hash. Throws with the answer when it was refused. */
async function sendHeartbeat(origin: string, server: ExampleServer): Promise<string> {
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
  const [, hash] = /\/server\/play\/([0-9a-f]{32})\/$/.exec(text) ?? [];
  if (hash === undefined) throw new Error(`The heartbeat of ${name} failed: ${text}`);
  return hash;
}

/** Sends one heartbeat of each server, each with some other players than in the list of examples. */
export async function sendAllHeartbeats(origin: string): Promise<void> {
  for (const server of SERVERS) {
    const change = server.players === 0 ? 0 : Math.floor(Math.random() * 5) - 2;
    const players = Math.min(server.maxPlayers, Math.max(0, server.players + change));
    await sendHeartbeat(origin, { ...server, players });
  }
}
