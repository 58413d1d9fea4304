// Tries to spend what is good once at two replicas at the same moment.

import { Client, nextAddress } from '../e2e/client.ts';

/** Spends until it is stopped. */
export class Spender {
  /** What was spent twice, in sentences. */
  readonly twice: string[] = [];
  /** How many things were spent. */
  spent = 0;
  #isOver = false;
  #running: Promise<void> | undefined;

  /** The account's password is that of every account of the tests. */
  constructor(
    readonly replicas: readonly { port: number }[],
    readonly account: string,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      // A replica that is away at that moment answers nothing: then nothing was spent.
      await this.#spendLoginToken(turn).catch(() => {});
      await this.#spendChallenge(turn).catch(() => {});
      await Bun.sleep(300);
    }
  }

  /** The same session at two replicas. */
  async #openTwo(turn: number, from: string): Promise<[Client, Client, string]> {
    const count = this.replicas.length;
    const address = nextAddress();
    const [one, other] = [turn, turn + 1].map((index) => {
      const replica = this.replicas[index % count];
      if (replica === undefined) throw new Error('no replica');
      return new Client(replica, { address });
    });
    if (one === undefined || other === undefined) throw new Error('two are needed');
    const { text } = await one.get(from);
    other.session = one.session;
    return [one, other, text];
  }

  #judge(what: string, wins: readonly boolean[]): void {
    const won = wins.filter(Boolean).length;
    if (won > 0) this.spent += 1;
    if (won > 1) this.twice.push(`${what} was spent ${won} times`);
  }

  async #spendLoginToken(turn: number): Promise<void> {
    const [one, other, text] = await this.#openTwo(turn, '/api/login');
    const { token } = JSON.parse(text) as { token: string };
    const form = { username: this.account, password: 'correct horse', token };
    const answers = await Promise.allSettled([one.submitLogin(form), other.submitLogin(form)]);
    this.#judge(
      'a login token',
      answers.map((answer) => answer.status === 'fulfilled' && answer.value.authenticated),
    );
  }

  async #spendChallenge(turn: number): Promise<void> {
    const [one, other, text] = await this.#openTwo(turn, '/acc/register/');
    const challenge = /name="challenge" value="([^"]+)"/.exec(text)?.[1] ?? '';
    // As long as people take at least.
    await Bun.sleep(3_500);
    const answers = await Promise.allSettled(
      [one, other].map((client, index) => {
        const name = `Twice_${turn}_${index}`;
        const email = `${name.toLowerCase()}@example.org`;
        return client.submit('/acc/register/', {
          name,
          email,
          password: 'correct horse',
          challenge,
        });
      }),
    );
    this.#judge(
      'the challenge of a registration',
      answers.map((answer) => answer.status === 'fulfilled' && answer.value.status === 303),
    );
  }
}
