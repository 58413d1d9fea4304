// What players and game servers do on a site while things break, and what they were promised meanwhile.

import { Client, nextAddress } from '../e2e/client.ts';

/** What clients may do once more when the first try was answered by nobody. */
const LOST = new Set([502, 504]);

/** A server's last accepted heartbeat. Its players count up, so that an older one is told from a newer one. */
interface Accepted {
  hash: string;
  players: number;
  /** By `performance.now()`. */
  at: number;
}

/** People of this process, so that each has a name of its own. */
let people = 0;

/** The settings of a site that takes this much traffic. */
export const TRAFFIC_ENV = {
  MUSTER_REGISTRATION_PROOF_OF_WORK: 'false',
  MUSTER_REGISTRATIONS_PER_HOUR: '10000',
  MUSTER_REGISTRATIONS_PER_ADDRESS: '100',
} as const;

/** Traffic through one port, until it is stopped. */
export class Traffic {
  /** Who was told that the account exists. */
  readonly accounts: string[] = [];
  /** By the name of the server. */
  readonly beats = new Map<string, Accepted>();
  /** Requests that failed with their second try, or were refused. */
  readonly failed: string[] = [];
  /** Requests that were told to come back, since the database was away. */
  unavailable = 0;
  answered = 0;
  retried = 0;
  #isOver = false;
  #running: Promise<void>[] = [];

  constructor(
    readonly port: number,
    readonly host: string,
  ) {}

  #client(): Client {
    return new Client(this, { host: this.host, address: nextAddress() });
  }

  /** Starts game servers that each beat several times a second, readers, and people who register. */
  start({ servers = 8, readers = 2, registering = 1 } = {}): void {
    const times = (count: number, run: (index: number) => Promise<void>) => {
      for (let index = 0; index < count; index += 1) this.#running.push(run(index));
    };
    times(servers, (index) => this.#beat(`Server ${index}`));
    times(readers, () => this.#read());
    times(registering, () => this.#register());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** Sends a request, and once more where nobody answered. */
  async #send(what: string, send: () => Promise<{ status: number; text: string }>) {
    for (const isLast of [false, true]) {
      try {
        const answer = await send();
        if (!LOST.has(answer.status)) {
          this.answered += 1;
          return answer;
        }
        if (isLast) this.failed.push(`${what}: ${answer.status}`);
      } catch (error) {
        if (isLast) this.failed.push(`${what}: ${error}`);
      }
      if (!isLast) this.retried += 1;
    }
    return undefined;
  }

  async #beat(name: string): Promise<void> {
    const client = this.#client();
    for (let players = 1; !this.#isOver; players += 1) {
      const at = performance.now();
      const answer = await this.#send('heartbeat', () =>
        client.beat({ name, users: `${players}`, max: '65535' }),
      );
      const hash = /\/server\/play\/([0-9a-f]{32})\/$/.exec(answer?.text ?? '')?.[1];
      if (hash !== undefined) this.beats.set(name, { hash, players, at });
      else if (answer !== undefined) this.failed.push(`heartbeat: ${answer.status} ${answer.text}`);
      await Bun.sleep(300);
    }
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const reader = this.#client();
      const answer = await this.#send('list', () => reader.get('/api/servers'));
      if (answer !== undefined && answer.status !== 200) this.failed.push(`list: ${answer.status}`);
      await Bun.sleep(25);
    }
  }

  /** Somebody whose answer was lost may have an account, and tries another name. */
  async #register(): Promise<void> {
    while (!this.#isOver) {
      people += 1;
      const name = `P_${people}`;
      const person = this.#client();
      const page = await this.#send('form', () => person.get('/acc/register/'));
      if (page?.status !== 200) {
        // A form that did not come is not sent.
        if (page?.status === 503) this.unavailable += 1;
        else if (page !== undefined) this.failed.push(`form: ${page.status}`);
        continue;
      }
      const challenge = /name="challenge" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      const email = `${name.toLowerCase()}@example.org`;
      const form = { name, email, password: 'correct horse', challenge };
      let status = 429;
      // Shorter than people need is refused.
      while (status === 429 && !this.#isOver) {
        await Bun.sleep(400);
        const answer = await person.submit('/acc/register/', form).catch(() => undefined);
        status = answer?.status ?? 0;
        if (answer === undefined || LOST.has(status)) this.retried += 1;
        else if (status === 503) this.unavailable += 1;
        else if (status === 303) {
          this.answered += 1;
          this.accounts.push(name);
        } else if (status !== 429) {
          this.failed.push(`registration: ${status} ${alertIn(answer.text)}`);
        }
      }
    }
  }
}

/** What a page says went wrong. */
function alertIn(page: string): string {
  const [, after = page] = page.split('role="alert"');
  return after
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
}
