// npm run release: makes the archives, checksums, SBOM and notes of this version in dist/release.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import util from 'node:util';
import { bun, main, root, say } from './child.mjs';
import { build, buildFacts, entries } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

/** Our name of each target, Bun's target, and the npm package that holds Bun's runtime for it. */
const TARGETS = [
  ['linux-x64', 'bun-linux-x64', 'bun-linux-x64'],
  ['linux-x64-baseline', 'bun-linux-x64-baseline', 'bun-linux-x64-baseline'],
  ['linux-arm64', 'bun-linux-arm64', 'bun-linux-aarch64'],
  ['linux-x64-musl', 'bun-linux-x64-musl', 'bun-linux-x64-musl'],
  ['linux-arm64-musl', 'bun-linux-arm64-musl', 'bun-linux-aarch64-musl'],
  ['macos-x64', 'bun-darwin-x64', 'bun-darwin-x64'],
  ['macos-arm64', 'bun-darwin-arm64', 'bun-darwin-aarch64'],
  ['windows-x64', 'bun-windows-x64', 'bun-windows-x64'],
];

/** What goes into every archive beside the binary, where the README and the documentation name it. */
const COMPANIONS = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs',
  'deploy',
];
const NOT_ON_WINDOWS = ['deploy/muster.service', 'deploy/muster.socket'];

/** Packages without a file of their own in the bundle: in the browser's script, in otpauth's own bundle. */
const UNSEEN = ['idiomorph', '@noble/hashes'];

/** Where the files go. */
let out;

await main(async (args) => {
  const options = {
    target: { type: 'string', multiple: true },
    out: { type: 'string', default: 'dist/release' },
    // How hard gzip tries, for a release that nobody gets.
    level: { type: 'string', default: '6' },
  };
  const { values } = util.parseArgs({ args, options });
  const names = values.target ?? TARGETS.map(([name]) => name);
  const unknown = names.filter((name) => !TARGETS.some(([known]) => known === name));
  if (unknown.length > 0) {
    const all = TARGETS.map(([name]) => name).join(', ');
    throw new Error(`There is no target ${unknown.join(', ')}. The targets are ${all}.`);
  }
  await ensureInstalled();
  const facts = buildFacts();
  out = join(root, values.out);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const shipped = listShipped();
  const texts = [
    ['THIRD-PARTY-LICENSES.txt', thirdPartyLicences(shipped)],
    ['muster.1', makeManual(facts)],
  ];
  for (const [name, target, packageName] of TARGETS.filter(([one]) => names.includes(one))) {
    const runtime = fetchRuntime(packageName);
    await makeArchive({ name, target, runtime, facts, texts, level: values.level });
  }
  writeFileSync(join(out, `muster-${facts.version}.cdx.json`), makeSbom(facts, shipped));
  writeFileSync(join(out, `muster-${facts.version}-notes.md`), `${readNotes(facts.version)}\n`);
  writeChecksums();
  say(`released into ${out}: version ${facts.version}, commit ${facts.commit}`);
});

/** The runtime of a target, out of the npm package that Bun is installed from; npm checks its hash. */
function fetchRuntime(packageName) {
  const { bun: version } = readJson('package.json').devDependencies;
  const folder = join(root, 'dist/runtimes', `${packageName}-${version}`);
  // The one for this machine is installed already.
  const folders = [join(root, 'node_modules/@oven', packageName), folder];
  const found = () =>
    folders.flatMap((it) => [join(it, 'bin/bun'), join(it, 'bin/bun.exe')]).find(existsSync);
  if (found() === undefined) {
    mkdirSync(folder, { recursive: true });
    const spec = `@oven/${packageName}@${version}`;
    say(`fetching ${spec}`);
    run('npm', ['pack', '--silent', '--pack-destination', folder, spec], { cwd: folder });
    const archive = readdirSync(folder).find((file) => file.endsWith('.tgz'));
    run('tar', ['-xzf', join(folder, archive), '--strip-components=1', '-C', folder]);
    rmSync(join(folder, archive));
  }
  return found() ?? fail(`The package of ${packageName} holds no runtime.`);
}

/** Builds one target and packs it; the same commit gives the same bytes. */
async function makeArchive({ name, target, runtime, facts, texts, level }) {
  const binary = await build({ target, runtime, folder: `dist/targets/${name}` });
  const folder = `muster-${facts.version}-${name}`;
  const staged = join(out, folder);
  mkdirSync(staged, { recursive: true });
  copyFileSync(binary, join(staged, basename(binary)));
  for (const path of COMPANIONS) cpSync(join(root, path), join(staged, path), { recursive: true });
  for (const [as, text] of texts) writeFileSync(join(staged, as), text);
  if (name.startsWith('windows')) {
    for (const path of NOT_ON_WINDOWS) rmSync(join(staged, path));
    await packZip(folder, facts);
  } else packTar(folder, facts, level);
  rmSync(staged, { recursive: true });
  rmSync(binary);
}

/** The manual page, written by the sources themselves, as of this commit. */
function makeManual({ commit, seconds }) {
  const builtFrom = JSON.stringify({ commit, committedAt: seconds });
  const args = ['--define', `MUSTER_BUILD=${builtFrom}`, join(root, 'src/main.ts'), 'man'];
  return execFileSync(bun, args, { cwd: out, encoding: 'utf8' });
}

function packTar(folder, { seconds }, level) {
  const archive = join(out, `${folder}.tar`);
  run('chmod', ['-R', 'u=rwX,go=rX', join(out, folder)]);
  run('tar', [
    ...['--create', '--file', archive, '--directory', out, '--format=ustar', '--sort=name'],
    ...[`--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner', folder],
  ]);
  // Without name and time in the header.
  run('gzip', ['-n', `-${level}`, archive]);
}

async function packZip(folder, { seconds }) {
  // Loaded here, since in a fresh clone it is installed by then only.
  const { zipSync } = await import('fflate');
  const staged = join(out, folder);
  const files = readdirSync(staged, { recursive: true })
    .filter((name) => statSync(join(staged, name)).isFile())
    .sort();
  // The format has local times and no zone: the machine's own must not show.
  const utc = new Date(seconds * 1_000);
  const mtime = new Date(utc.getTime() + utc.getTimezoneOffset() * 60_000);
  const entries = Object.fromEntries(
    files.map((file) => [`${folder}/${file}`, [readFileSync(join(staged, file)), { mtime }]]),
  );
  writeFileSync(join(out, `${folder}.zip`), zipSync(entries, { level: 6 }));
}

/** The packages that the binary holds: what the bundler reads, as `package-lock.json` names it, and the runtime. */
function listShipped() {
  const folder = join(out, 'bundle');
  const meta = join(folder, 'meta.json');
  run(bun, [
    ...['build', ...entries, '--target=bun', '--splitting'],
    ...[`--outdir=${folder}`, `--metafile=${meta}`],
  ]);
  const { inputs } = JSON.parse(readFileSync(meta, 'utf8'));
  rmSync(folder, { recursive: true });
  const read = Object.keys(inputs).map(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0],
  );
  const { packages } = readJson('package-lock.json');
  const paths = new Set([...read, ...['bun', ...UNSEEN].map((name) => `node_modules/${name}`)]);
  return [...paths]
    .filter((path) => path !== undefined)
    .sort()
    .map((path) => {
      const { version, license } = packages[path] ?? fail(`${path} is not in package-lock.json.`);
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { path, name, version, license };
    });
}

/** Name, version, licence and licence text of every package that the binary holds. */
function thirdPartyLicences(shipped) {
  const parts = shipped.map(({ path, name, version, license }) => {
    const folder = join(root, path);
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    const texts = files
      .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    // Some licences want that whoever has the binary is told where the source is.
    const source = `https://www.npmjs.com/package/${name}/v/${version}`;
    return [`${name} ${version} (${license})\n${source}`, ...texts].join('\n\n');
  });
  const head = `Muster's binary holds these packages; bun is its runtime (https://bun.sh).`;
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The packages of the binary as CycloneDX JSON, without what differs between two runs. */
function makeSbom({ version, seconds, commit }, parts) {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bom = JSON.parse(run('npm', args));
  const own = bom.metadata.component['bom-ref'];
  const shipped = new Set(parts.map((it) => `${it.name}@${it.version}`));
  const isShipped = (ref) => shipped.has(ref) || ref === own;
  bom.components = bom.components.filter((it) => isShipped(it['bom-ref']));
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  const hash = createHash('sha256').update(`muster ${version} ${commit}`).digest('hex');
  const variant = `${'89ab'[Number.parseInt(hash[16], 16) % 4]}${hash.slice(17, 20)}`;
  const uuid = [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, variant];
  bom.serialNumber = `urn:uuid:${[...uuid, hash.slice(20, 32)].join('-')}`;
  bom.metadata.timestamp = new Date(seconds * 1_000).toISOString();
  Object.assign(bom.metadata.component, { name: 'muster', type: 'application' });
  // Where a package was downloaded from depends on the machine.
  for (const component of bom.components) {
    // npm marks what its own installation may leave out; all of this is in the binary.
    component.scope = 'required';
    delete component.properties;
    component.externalReferences = (component.externalReferences ?? []).filter(
      ({ type }) => type !== 'distribution',
    );
  }
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** The section of a version in the CHANGELOG. */
function readNotes(version) {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const sections = changelog.split(/^(?=## )/m).slice(1);
  const titleOf = (section) => section.slice(3, section.indexOf('\n')).trim();
  const notes = sections.find((section) => titleOf(section).split(' ')[0] === version);
  return (notes ?? fail(`CHANGELOG.md says nothing about ${version}.`)).trim();
}

function writeChecksums() {
  const files = readdirSync(out).filter((file) => file !== 'SHA256SUMS');
  const lines = files.sort().map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex');
    return `${hash}  ${file}\n`;
  });
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function run(command, args, options) {
  return execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
    ...options,
  });
}

function fail(message) {
  throw new Error(message);
}
