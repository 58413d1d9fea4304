// Runs the built binary on an example database, for scripts that look at its pages in a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { binaryPath } from '../ensure-built.mjs';

/** The host of the site's own address. Browsers need a rule that leads it to the binary. */
export const HOST = 'play.example.net';

/** Starts the binary, with these servers live, and calls `work` with its address. Ends it, and deletes its data. */
export async function withExample(servers, work) {
  // Loaded here: Node, which these scripts must be able to refuse, reads no TypeScript.
  const { seed } = await import('./seed.ts');
  const folder = mkdtempSync(join(tmpdir(), 'muster-example-'));
  await seed(join(folder, 'muster-data'), servers);
  const args = [
    ...['--listen=127.0.0.1:0', `--base-url=http://${HOST}`, '--site-name=Block World'],
    // Nobody sends heartbeats, and nobody can connect to the servers.
    ...['--port-check=false', '--stale-after=1h'],
  ];
  const service = spawn(binaryPath(), args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(service, 'exit');
  try {
    await work(await findOrigin(service));
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

/** The address that the service says it listens on. */
async function findOrigin(service) {
  for await (const line of createInterface({ input: service.stdout })) {
    const [, origin] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (origin) return origin;
  }
  throw new Error('The service ended before it listened.');
}

/** Starts Chromium, in which the site's own address leads to the binary. */
export async function openBrowser(origin, program) {
  const { chromium } = await import('playwright-core');
  const hosts = `--host-resolver-rules=MAP ${HOST}:80 ${new URL(origin).host}`;
  return chromium.launch({ executablePath: program, args: ['--no-sandbox', hosts] });
}
