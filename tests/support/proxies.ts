// The recipes in deploy for programs in front of Muster, run with the ports of a test.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';

const root = join(import.meta.dir, '../..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

/** The host that the recipes serve. */
export const PROXY_HOST = 'play.example.net';

/** A program that passes requests on to Muster. */
export interface Proxy {
  /** Its recipe in deploy. */
  name: string;
  program: string;
  /** Writes the recipe with the ports of this test, and gives the command that runs it. */
  prepare(folder: string, ports: { http: number; https: number; muster: number }): string[];
}

/** nginx and Caddy, with the recipes of this repository. */
export const PROXIES: Proxy[] = [
  {
    name: 'nginx.conf',
    program: 'nginx',
    prepare(folder, { http, https, muster }) {
      writeFileSync(join(folder, 'play.example.net.pem'), TEST_CERTIFICATE);
      writeFileSync(join(folder, 'play.example.net.key'), TEST_KEY);
      const recipe = read('nginx.conf')
        .replaceAll('/etc/ssl/', `${folder}/`)
        .replace('listen 80;', `listen ${http};`)
        .replace('listen 443 ssl;', `listen ${https} ssl;`)
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${muster}`);
      const file = join(folder, 'nginx.conf');
      const head = `daemon off;\nmaster_process off;\nevents {}\npid ${folder}/nginx.pid;\n`;
      writeFileSync(file, `${head}http {\naccess_log off;\n${recipe}}\n`);
      return ['nginx', '-e', 'stderr', '-c', file];
    },
  },
  {
    name: 'Caddyfile',
    program: 'caddy',
    prepare(folder, { http, https, muster }) {
      const recipe = read('Caddyfile')
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${muster}`)
        // Without a public name there is no public certificate.
        .replace(/^play\.example\.net \{\n/m, 'play.example.net {\n\ttls internal\n');
      const file = join(folder, 'Caddyfile');
      const head = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tstorage file_system ${folder}/caddy\n\tskip_install_trust\n}\n`;
      writeFileSync(file, head + recipe);
      return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
    },
  },
];

/** Runs it, and waits until Muster answers through it. */
export async function startProxy(
  { program, prepare }: Proxy,
  folder: string,
  ports: { http: number; https: number; muster: number },
): Promise<Subprocess> {
  const cmd = prepare(folder, ports);
  const env = { ...process.env, HOME: folder };
  const proxy = Bun.spawn({ cmd, cwd: folder, env, stdout: 'ignore', stderr: 'ignore' });
  for (let tries = 0; tries < 400; tries += 1) {
    const headers = { host: PROXY_HOST };
    const answer = await fetch(`http://127.0.0.1:${ports.http}/livez`, { headers }).catch(
      () => undefined,
    );
    if (answer?.status === 200) return proxy;
    await Bun.sleep(25);
  }
  proxy.kill('SIGKILL');
  throw new Error(`${program} did not begin to serve.`);
}
