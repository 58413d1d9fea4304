// The recipes in deploy for programs in front of Muster, run with the ports of a test.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { TEST_CERTIFICATE, TEST_KEY } from './certificates.ts';

const root = join(import.meta.dir, '../..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

/** The host that the recipes serve. */
export const PROXY_HOST = 'play.example.net';

/** Ports of a test: those that the program listens on, and those of the services behind it. */
export interface ProxyPorts {
  http: number;
  https: number;
  /** One port; for the recipes of replicas also that of each replica. */
  muster: number | readonly [number, number, number];
}

/** A program that passes requests on to Muster. */
export interface Proxy {
  /** Its recipe in deploy. */
  name: string;
  program: string;
  /** Writes the recipe with the ports of this test, and gives the command that runs it. */
  prepare(folder: string, ports: ProxyPorts): string[];
}

/** nginx and Caddy, with the recipes of this repository for one service. */
export const PROXIES: Proxy[] = [nginxWith('nginx.conf'), caddyWith('Caddyfile')];

/** The same for three replicas. */
export const REPLICA_PROXIES: Proxy[] = [
  nginxWith('replicas/nginx.conf'),
  caddyWith('replicas/Caddyfile'),
];

/**
 * The same recipe of nginx for a test in which one machine speaks for many clients: each address that it names has its
 * replica, as each client has of whom nginx sees the address.
 */
export const nginxForMany: Proxy = nginxWith('replicas/nginx.conf', (recipe) =>
  recipe.replaceAll('hash $remote_addr', 'hash $http_x_forwarded_for'),
);

/** The addresses that the recipes name, for each replica; the first are also those of one service. */
const ADDRESSES = [
  ['127.0.0.1:8080', '10.0.0.11:8080', 'muster-1:8080'],
  ['10.0.0.12:8080', 'muster-2:8080'],
  ['10.0.0.13:8080', 'muster-3:8080'],
];

/** The recipe with the services of a test. */
function readFor(name: string, { muster }: ProxyPorts): string {
  let recipe = read(name);
  for (const [index, addresses] of ADDRESSES.entries()) {
    const port = typeof muster === 'number' ? muster : muster[index];
    for (const address of addresses) recipe = recipe.replaceAll(address, `127.0.0.1:${port}`);
  }
  return recipe;
}

function nginxWith(name: string, alter = (recipe: string) => recipe): Proxy {
  return {
    name,
    program: 'nginx',
    prepare(folder, ports) {
      writeFileSync(join(folder, 'play.example.net.pem'), TEST_CERTIFICATE);
      writeFileSync(join(folder, 'play.example.net.key'), TEST_KEY);
      const recipe = alter(readFor(name, ports))
        .replaceAll('/etc/ssl/', `${folder}/`)
        .replace('listen 80;', `listen ${ports.http};`)
        .replace('listen 443 ssl;', `listen ${ports.https} ssl;`);
      const file = join(folder, 'nginx.conf');
      const head = `daemon off;\nmaster_process off;\nevents {}\npid ${folder}/nginx.pid;\n`;
      writeFileSync(file, `${head}http {\naccess_log off;\n${recipe}}\n`);
      return ['nginx', '-e', 'stderr', '-c', file];
    },
  };
}

function caddyWith(name: string): Proxy {
  return {
    name,
    program: 'caddy',
    prepare(folder, ports) {
      const recipe = readFor(name, ports)
        // Without a public name there is no public certificate.
        .replace(/^play\.example\.net \{\n/m, 'play.example.net {\n\ttls internal\n');
      const file = join(folder, 'Caddyfile');
      const head = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tstorage file_system ${folder}/caddy\n\tskip_install_trust\n}\n`;
      writeFileSync(file, head + recipe);
      return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
    },
  };
}

/** Runs it, and waits until Muster answers through it. */
export async function startProxy(
  { program, prepare }: Proxy,
  folder: string,
  ports: ProxyPorts,
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
