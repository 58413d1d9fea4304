// Only a generated client shows that /openapi.json compiles under strict, and is what the service answers.

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beatForm, type ListeningApp, openListening } from '../support/test-app.ts';

const root = join(import.meta.dir, '../..');

/** What somebody would write with the client; `wrong` is a line that has to be refused. */
const program = (wrong = '') => `
import * as api from './client';

export async function look(baseUrl: string) {
  api.defaults.baseUrl = baseUrl;
  const { servers } = await expectOk(api.getApiServers());
  const named: string[] = servers.map(({ name, players }: api.Server) => name + players.toFixed());
  const player = await expectOk(api.getApiPlayerByName('Alice'));
  const id: number | null = player.id;
  const page = await expectOk(api.getApiV1Servers({ q: 'alpha', sort: '-players' }));
  const next: string | null = page.next;
  const history = await expectOk(api.getApiV1History({ range: '7d' }));
  const first: number | null | undefined = history.players[0];
  const health = await expectOk(api.getReadyz());
  const checks: string[] = Object.values(health.checks).map(({ status }) => status);
  const refused = await api.getApiV1Servers({ limit: '0' });
  const sentence: string = refused.status === 400 ? refused.data.error.message : '';
  ${wrong}
  return { named, id, next, first, checks, sentence, login: (await expectOk(api.getApiLogin())).errors };
}

async function expectOk<Answer extends { status: number; data?: unknown }>(
  sent: Promise<Answer>,
): Promise<Extract<Answer, { status: 200 }>['data']> {
  const answer = await sent;
  if (answer.status !== 200) throw new Error(String(answer.status));
  return answer.data as Extract<Answer, { status: 200 }>['data'];
}
`;

let folder: string;
let app: ListeningApp;
let baseUrl: string;

beforeAll(async () => {
  // Inside the repository, where the client finds its few lines of runtime.
  mkdirSync(join(root, 'dist'), { recursive: true });
  folder = mkdtempSync(join(root, 'dist/api-client-'));
  app = await openListening();
  baseUrl = `http://127.0.0.1:${app.port}`;
  await fetch(`${baseUrl}/server/heartbeat`, { method: 'POST', body: beatForm({ name: 'Alpha' }) });
  await app.register('Alice');
  await app.advance(1_000);
  const description = await fetch(`${baseUrl}/openapi.json`);
  writeFileSync(join(folder, 'openapi.json'), await description.text());
  run(
    join(root, 'node_modules/oazapfts/dist/cli.js'),
    join(folder, 'openapi.json'),
    join(folder, 'client.ts'),
  );
});
afterAll(async () => {
  await app?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function run(script: string, ...args: string[]): { exitCode: number; said: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, ...args], {
    cwd: folder,
  });
  return { exitCode, said: `${stdout}${stderr}` };
}

/** Compiles the program under strict; the compiler's words. */
function compile(source: string): string {
  writeFileSync(join(folder, 'program.ts'), source);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
        ...{ target: 'ESNext', module: 'ESNext', moduleResolution: 'bundler' },
        ...{ lib: ['ESNext', 'DOM', 'DOM.Iterable'], types: [] },
      },
      files: ['program.ts'],
    }),
  );
  return run(join(root, 'node_modules/typescript/bin/tsc'), '--project', folder).said.trim();
}

test('compiles under strict', () => {
  expect(compile(program())).toBe('');
});

test.each([
  [
    "const wrong: number = servers[0]?.name ?? '';",
    "Type 'string' is not assignable to type 'number'",
  ],
  ['servers[0]?.motd;', "Property 'motd' does not exist"],
  ["await api.getApiV1History({ range: '1h' });", `Type '"1h"' is not assignable`],
  ['servers[0].name;', "Object is possibly 'undefined'"],
])('refuses %s', (line, said) => {
  expect(compile(program(line))).toContain(said);
});

test('gets from the service what its types promise', async () => {
  writeFileSync(join(folder, 'program.ts'), program());
  const { look } = (await import(join(folder, 'program.ts'))) as {
    look(baseUrl: string): Promise<Record<string, unknown>>;
  };
  expect(await look(baseUrl)).toEqual({
    ...{ named: ['Alpha3'], id: 1, next: null, first: null, login: [] },
    checks: expect.arrayContaining(['ok']),
    sentence: 'The limit "0" is not a whole number from 1 to 200.',
  });
});
