// A flood of logins, as a process of its own until it is stopped: each loop posts again as soon as
// it is answered, every other one with a wrong password. Word: its FloodPlan as JSON.

import { createResponseCounter } from './harness/response-counter.ts';

export interface FloodPlan {
  port: number;
  password: string;
  /** One loop for each of them. */
  names: string[];
}

/** How often which answer came: `ok`, or the error that it carried. */
export type FloodResult = Record<string, number>;

/** An address is stopped after 10 wrong passwords on an account, so that a flood changes its addresses. */
const TRIES_FROM_ONE_ADDRESS = 5;
const PATH = '/api/login';

const { port, password, names }: FloodPlan = JSON.parse(process.argv[2] ?? '');
const outcomes: FloodResult = {};
let addresses = 0;

process.on('SIGTERM', () => {
  process.stdout.write(JSON.stringify(outcomes));
  process.exit(0);
});
process.stdout.write('started\n');

for (const [index, name] of names.entries()) startLoop(name, index % 2 === 0);

function startLoop(name: string, isRight: boolean): void {
  let cookie = '';
  let address = '';
  let tries = 0;

  function write(method: 'GET' | 'POST', body: string): string {
    if (tries % TRIES_FROM_ONE_ADDRESS === 0) address = nextAddress();
    tries += 1;
    const lines = [
      `${method} ${PATH} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `X-Forwarded-For: ${address}`,
    ];
    if (cookie !== '') lines.push(`Cookie: ${cookie}`);
    if (method === 'POST') {
      lines.push(
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
      );
    }
    return `${lines.join('\r\n')}\r\n\r\n${body}`;
  }

  function writeLogin(token: string): string {
    const form = { username: name, password: isRight ? password : `${password}!`, token };
    return write('POST', new URLSearchParams(form).toString());
  }

  let isFirst = true;
  let socket: Bun.Socket | undefined;
  const read = createResponseCounter((_status, { head, body }) => {
    const answer: { token: string; errors: string[] } = JSON.parse(body);
    cookie = /\r\nset-cookie: ([^;]+)/i.exec(head)?.[1] ?? cookie;
    if (!isFirst) count(answer.errors[0] ?? 'ok');
    isFirst = false;
    socket?.write(writeLogin(answer.token));
  });
  void Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open(opened) {
        socket = opened;
        opened.write(write('GET', ''));
      },
      data: (_, chunk) => read(chunk),
      close: () => count('connection lost'),
    },
  });
}

function count(outcome: string): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

function nextAddress(): string {
  addresses += 1;
  return `20.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
