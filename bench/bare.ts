// What Muster is held against, as a process of its own: a bare Bun.serve that does the least possible
// work for one kind of answer. Word: its BareKind as JSON.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BareKind, BarePlayerList } from './harness/bare-server.ts';

const kind: BareKind = JSON.parse(process.argv[2] ?? '');

Bun.serve({
  hostname: '127.0.0.1',
  port: kind.port,
  development: false,
  fetch: createHandler(kind),
});

type Handler = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>;

/** What a service has to read before it knows who sent a request, and whether it is meant. */
const HEADERS_OF_SENDER = ['host', 'content-length', 'x-forwarded-for', 'forwarded', 'via'];

function createHandler(of: BareKind): Handler {
  switch (of.answer) {
    case 'bytes': {
      const bytes = new Uint8Array(readFileSync(of.file));
      const init = { headers: new Headers(of.headers) };
      return () => new Response(bytes, init);
    }
    case 'not-modified': {
      const init = { status: 304, headers: new Headers(of.headers) };
      return () => new Response(null, init);
    }
    case 'form': {
      const init = { headers: { 'content-type': 'text/plain' } };
      return async (request, server) => {
        const form = new URLSearchParams(await request.text());
        if (of.readsSender) {
          for (const name of HEADERS_OF_SENDER) request.headers.get(name);
          server.requestIP(request);
        }
        // One field is read, so that parsing cannot be put off for ever.
        return new Response(form.has('port') ? of.text : 'no port', init);
      };
    }
    case 'player-list':
      return createPlayerListHandler(of);
  }
}

/** Serializes and hashes for every request, as a service without ready-made lists does. */
function createPlayerListHandler({ file }: BarePlayerList): () => Response {
  const servers: { salt: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  const init = { headers: { 'content-type': 'application/json' } };
  return () => {
    const records = servers.map(({ salt, ...record }) => ({
      ...record,
      mppass: hash('md5', `${salt}Player_1`, 'hex'),
    }));
    return new Response(JSON.stringify({ servers: records }), init);
  };
}
