// deploy/replicas/compose.yaml: its settings, and that what it names is there.

import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMuster } from '../support/binary.ts';
import { root } from '../support/docs.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-replicas-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(root, 'deploy/replicas', name), 'utf8');
const DATABASE_URL = 'postgres://muster:hunter2@db.example.net:5432/muster';
/** What the secrets hold. */
const SECRETS: Readonly<Record<string, string>> = {
  database_url: DATABASE_URL,
  smtp_url: 'smtps://user:hunter3@mail.example.net',
};
for (const [name, value] of Object.entries(SECRETS)) {
  writeFileSync(join(folder, name), `${value}\n`);
}

/** Settings, with the files of this test in the place of those of a container; no secret may stand in them. */
function settingsOf(environment: Record<string, string>, secretsFolder: string) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(`${secretsFolder}/`, `${folder}/`),
    ]),
  );
}

/** What Muster reads from them, by name. */
async function readSettings(env: Record<string, string>): Promise<Record<string, string>> {
  const { stdout, stderr, exitCode } = await runMuster(['config', 'print'], { folder, env });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const rows = stdout.trim().split('\n').slice(2);
  return Object.fromEntries(rows.map((row) => row.split(/ {2,}/).slice(0, 2)));
}

describe('compose.yaml', () => {
  interface ComposeService {
    build?: string;
    image: string;
    environment?: Record<string, string>;
    secrets?: string[];
    volumes?: string[];
    tmpfs?: string[];
    depends_on?: Record<string, { condition: string }>;
    healthcheck?: { test: string[] };
    networks: string[] | Record<string, { ipv4_address: string }>;
    stop_grace_period?: string;
    read_only?: boolean;
  }
  const text = read('compose.yaml');
  const { services, ...compose } = Bun.YAML.parse(text) as {
    services: Record<string, ComposeService>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, null>;
    networks: Record<string, unknown>;
  };
  const replicas = Object.entries(services).filter(([name]) => name.startsWith('muster-'));
  const service = (name: string) => {
    const found = services[name];
    if (found === undefined) throw new Error(`There is no service ${name}.`);
    return found;
  };

  test('names only what it has', () => {
    for (const { secrets = [], networks, volumes = [], depends_on: needed = {} } of Object.values(
      services,
    )) {
      expect(Object.keys(compose.secrets)).toContainValues(secrets);
      const joined = Array.isArray(networks) ? networks : Object.keys(networks);
      expect(Object.keys(compose.networks)).toContainValues(joined);
      for (const [source = '', target] of volumes.map((volume) => volume.split(':'))) {
        expect(target).toStartWith('/');
        if (source.startsWith('.'))
          expect(existsSync(join(root, 'deploy/replicas', source))).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      for (const [name, { condition }] of Object.entries(needed)) {
        expect(condition).toBe('service_healthy');
        // The image of Muster has a check of its own; others need one here.
        expect(service(name).healthcheck).toBeDefined();
      }
    }
  });

  test('has three replicas that differ in nothing, and share no folder', () => {
    expect(replicas.map(([name]) => name)).toEqual(['muster-1', 'muster-2', 'muster-3']);
    for (const [, replica] of replicas) {
      expect(replica).toEqual(service('muster-1'));
      expect(replica.volumes).toBeUndefined();
      expect(replica.read_only).toBe(true);
    }
    expect(
      existsSync(join(root, 'deploy/replicas', service('muster-1').build ?? '', 'Dockerfile')),
    ).toBe(true);
  });

  test('gives Caddy the replicas by their names, and Muster the address of Caddy', () => {
    const upstreams = [...read('Caddyfile').matchAll(/^\s*reverse_proxy (?:@\w+ )?(.+) \{$/gm)];
    expect(upstreams).toHaveLength(2);
    for (const [, named] of upstreams) {
      expect(named?.split(' ')).toEqual(replicas.map(([name]) => `${name}:8080`));
    }
    const { networks } = service('caddy');
    expect(networks).toEqual({
      web: { ipv4_address: service('muster-1').environment?.MUSTER_TRUSTED_PROXIES ?? '' },
    });
  });

  test('has settings that Muster takes, with secrets from files alone', async () => {
    const { environment = {}, secrets = [] } = service('muster-1');
    const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    expect(files.map(([, path]) => path)).toEqual(secrets.map((name) => `/run/secrets/${name}`));
    const settings = await readSettings(settingsOf(environment, '/run/secrets'));
    expect(settings).toMatchObject({
      base_url: 'https://play.example.net',
      trusted_proxies: '172.30.0.2/32',
    });
    expect(settings.database_url).toBe('********');
  });

  test('describes an address of the database that leads to its PostgreSQL', () => {
    const url = new URL(/database_url\.txt +(\S+),/.exec(text)?.[1] ?? '');
    const { environment = {}, image } = service('postgres');
    expect(Object.keys(services)).toContain(url.hostname);
    expect(url.username).toBe(environment.POSTGRES_USER ?? '');
    expect(url.pathname).toBe(`/${environment.POSTGRES_DB}`);
    expect(image).toMatch(/^postgres:\d+$/);
  });
});
