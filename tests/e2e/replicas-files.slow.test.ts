// Only the schemas of Kubernetes and the binary show that compose.yaml and kubernetes.yaml hold what they take.

import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1';
import type { Container, Service } from 'kubernetes-types/core/v1';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { runMuster } from '../support/binary.ts';
import { root } from '../support/docs.ts';

const folder = mkdtempSync(join(tmpdir(), 'muster-replicas-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(root, 'deploy/replicas', name), 'utf8');
const DATABASE_URL = 'postgres://muster:hunter2@db.example.net:5432/muster';
/** What the secrets of both files hold. */
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
    mem_limit?: string;
    logging?: object;
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
    // The superuser, whom POSTGRES_USER would rename, is another one.
    expect(environment.POSTGRES_USER).toBeUndefined();
    expect(text).toContain(`CREATE ROLE ${url.username} LOGIN PASSWORD :'password';`);
    expect(text).toContain(`CREATE DATABASE ${url.pathname.slice(1)} OWNER ${url.username};`);
    expect(service('backup')).toMatchObject({
      image,
      environment: {
        PGHOST: url.hostname,
        PGUSER: url.username,
        PGDATABASE: url.pathname.slice(1),
      },
    });
  });

  test('bounds memory and logs, and pins every version', () => {
    for (const { image, mem_limit, logging } of Object.values(services)) {
      expect(image).toMatch(/^muster$|:\d+(\.\d+)+$/);
      expect(mem_limit).toMatch(/^\d+[mg]$/);
      expect(logging).toMatchObject({ options: { 'max-size': '10m' } });
    }
  });
});

/** A manifest of any kind. */
interface Manifest {
  apiVersion: string;
  kind: string;
}

/** What the schemas of Kubernetes, as types, have against manifests: unknown fields, wrong types, missing fields. */
function findComplaints(files: readonly string[]): string[] {
  const paths = files.map((text, number) => {
    const lines = (Bun.YAML.parse(text) as Manifest[]).map((manifest, index) => {
      const { apiVersion, kind } = manifest;
      const schema = apiVersion.includes('/')
        ? apiVersion.replace('.k8s.io', '')
        : `core/${apiVersion}`;
      return (
        `import type { ${kind} as Kind${index} } from 'kubernetes-types/${schema}';\n` +
        `export const manifest${index}: Kind${index} = ${JSON.stringify(manifest)};\n`
      );
    });
    const path = join(folder, `manifests-${number}.ts`);
    writeFileSync(path, lines.join(''));
    return path;
  });
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--module',
    'nodenext',
  ];
  const { stdout, stderr } = Bun.spawnSync(
    [join(root, 'node_modules/.bin/tsc'), ...options, '--target', 'esnext', ...paths],
    { cwd: folder },
  );
  const output = `${stdout}${stderr}`.split('\n');
  return paths.map((path) => output.filter((line) => line.startsWith(basename(path))).join('\n'));
}

describe('kubernetes.yaml', () => {
  const text = read('kubernetes.yaml');
  const manifests = Bun.YAML.parse(text) as [
    Deployment,
    PodDisruptionBudget,
    Service,
    Service,
    NetworkPolicy,
    Ingress,
    Ingress,
  ];
  const [deployment, budget, service, all, policy, ...ingresses] = manifests;
  const { template, selector, strategy, replicas } = deployment.spec ?? {};
  const pod = template?.spec;
  const [migrate] = pod?.initContainers ?? [];
  const [muster] = pod?.containers ?? [];
  const containers = [migrate, muster].filter((one): one is Container => one !== undefined);

  test('is what the schemas of Kubernetes say, which find a misspelt field', () => {
    const misspelt = text.replace('runAsNonRoot', 'runAsNonroot');
    const [own, complaint] = findComplaints([text, misspelt]);
    expect(own).toBe('');
    expect(complaint).toContain(`'"runAsNonroot"' does not exist`);
  });

  test('has selectors, ports and volumes that lead somewhere', () => {
    const labels = template?.metadata?.labels;
    expect(labels).toEqual(selector?.matchLabels);
    expect(labels).toEqual(budget.spec?.selector?.matchLabels);
    expect(labels).toEqual(service.spec?.selector);
    expect(pod?.topologySpreadConstraints?.map((one) => one.labelSelector)).toEqual([selector]);
    expect(labels).toEqual(policy.spec?.podSelector?.matchLabels);
    const [port, metrics] = muster?.ports ?? [];
    expect(service.spec?.ports).toMatchObject([{ targetPort: port?.name }]);
    // It differs by one field: pods that are not ready are in it.
    expect(all.spec).toEqual({ ...service.spec, publishNotReadyAddresses: true });
    const reached = policy.spec?.ingress?.flatMap(({ ports = [] }) => ports.map((one) => one.port));
    expect(reached).toEqual([port?.name, metrics?.name]);
    const probes = [muster?.startupProbe, muster?.readinessProbe, muster?.livenessProbe];
    for (const probe of probes) expect(probe?.httpGet?.port).toBe(port?.name ?? '');
    for (const { spec, metadata } of ingresses) {
      const paths = spec?.rules?.flatMap(({ http }) => http?.paths ?? []) ?? [];
      for (const { backend } of paths) {
        expect(backend.service).toEqual({
          name: service.metadata?.name ?? '',
          port: { name: service.spec?.ports?.[0]?.name ?? '' },
        });
      }
      const without = metadata?.annotations?.['nginx.ingress.kubernetes.io/default-backend'];
      expect(without).toBe(all.metadata?.name);
    }
    const volumes = pod?.volumes?.map(({ name }) => name) ?? [];
    const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
    expect(new Set(mounted.map(({ name }) => name))).toEqual(new Set(volumes));
  });

  test('replaces one replica after the other, and only by one that is ready', () => {
    expect(replicas).toBe(3);
    expect(strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(budget.spec?.maxUnavailable).toBe(1);
    expect(muster?.startupProbe?.httpGet?.path).toBe('/readyz');
    expect(muster?.readinessProbe?.httpGet?.path).toBe('/readyz');
    // Ten seconds are the longest stop.
    const waitSeconds = muster?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    expect(pod?.terminationGracePeriodSeconds ?? 0).toBeGreaterThan(waitSeconds + 10);
  });

  test('runs as the user of the image, with no right that it does not need', () => {
    const [, user] = /^USER (\d+):\d+$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
    expect(pod?.securityContext).toMatchObject({
      ...{ runAsNonRoot: true, runAsUser: Number(user), fsGroup: Number(user) },
    });
    for (const { securityContext, resources } of containers) {
      expect(securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        capabilities: { drop: ['ALL'] },
      });
      expect(resources?.requests).toBeDefined();
    }
    expect(migrate?.image).toBe(muster?.image ?? '');
  });

  test('has settings and a command that Muster takes, with secrets from files of the secret alone', async () => {
    const [volume] = pod?.volumes ?? [];
    expect(volume?.secret?.defaultMode).toBe(0o440);
    for (const { env = [], volumeMounts = [] } of containers) {
      const [{ mountPath } = { mountPath: '' }] = volumeMounts.filter(
        ({ name }) => name === volume?.name,
      );
      const environment = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
      const settings = await readSettings(settingsOf(environment, mountPath));
      expect(settings.database_url).toBe('********');
      for (const [name, value] of Object.entries(environment)) {
        if (!name.endsWith('_FILE')) continue;
        const key = value.slice(mountPath.length + 1);
        expect(Object.keys(SECRETS)).toContain(key);
        expect(text).toContain(`--from-literal=${key}=`);
      }
    }
    const { exitCode, stdout } = await runMuster([...(migrate?.args ?? []), '--help'], { folder });
    expect({ exitCode, usage: stdout.split('\n')[0] }).toMatchObject({ exitCode: 0 });
    expect(stdout).toStartWith('Usage: muster migrate');
  });
});
