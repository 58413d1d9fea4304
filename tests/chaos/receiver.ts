// A receiver of webhooks that records what arrives, and when in the run; and a site that is mirrored.

/** A message that arrived, by the id that is the same at every attempt. */
export interface Arrival {
  id: string;
  type: string;
  hash: string;
  /** Which part of the run it was: its number, and whether nothing was wrong in it. */
  part: number;
  isQuiet: boolean;
}

/** Records everything that it is sent, and answers 204. */
export class Receiver implements Disposable {
  readonly arrivals: Arrival[] = [];
  /** The parts of the run, each of which begins when something goes wrong, or is right again. */
  part = 0;
  isQuiet = true;
  readonly #server = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/api/servers') return Response.json({ servers: [this.mirrored] });
      const id = request.headers.get('webhook-id') ?? '';
      const { type, data } = JSON.parse(await request.text());
      const { part, isQuiet } = this;
      this.arrivals.push({ id, type, hash: data.hash ?? '', part, isQuiet });
      return new Response(null, { status: 204 });
    },
  });
  /** What the site lists that others mirror. */
  readonly mirrored = {
    ...{ hash: 'b'.repeat(32), name: 'Mirrored', players: 5, maxplayers: 20 },
    ...{ software: 'Elsewhere', uptime: 60, country_abbr: 'NZ', web: false, featured: false },
  };

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  /** The settings of a service that may send here and mirrors this site. */
  get env() {
    return {
      MUSTER_WEBHOOK_HOSTS: `127.0.0.1:${this.#server.port}`,
      MUSTER_MIRRORS: this.url,
    };
  }

  /** Something goes wrong from now on, or is right again. */
  turn(isQuiet: boolean): void {
    this.part += 1;
    this.isQuiet = isQuiet;
  }

  /** What came twice in one part of the run in which nothing was wrong, and servers that did not go. */
  findWrong(): string[] {
    const seen = new Map<string, Arrival>();
    const wrong: string[] = [];
    for (const arrival of this.arrivals) {
      const { id, type, hash, part, isQuiet } = arrival;
      if (seen.get(id)?.part === part && isQuiet)
        wrong.push(`${type} ${id} came twice while all was well`);
      if (type === 'server.went') wrong.push(`${hash} was said to have gone, and had not`);
      seen.set(id, arrival);
    }
    return wrong;
  }

  /** The ids of a kind that arrived about a server. */
  idsOf(type: string, hash: string): Set<string> {
    return new Set(
      this.arrivals.filter((it) => it.type === type && it.hash === hash).map(({ id }) => id),
    );
  }

  [Symbol.dispose](): void {
    this.#server.stop(true);
  }
}
