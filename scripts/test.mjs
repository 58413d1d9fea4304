// npm test: installs and builds what is missing, then runs the quick layers, all, one, or the files that are named.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { become, bun, main, root, run, say } from './child.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findLayer, LAYERS, listTestFiles } from './layers.mjs';

// A developer's own .env must not decide how tests end, nor a busy machine; what hangs, hangs longer.
const bunTest = ['--no-env-file', 'test', '--timeout', '180000'];

/** What Bun gets to run a layer. It notes the time of each file, and starts the longest first. */
function argsOf(layer) {
  const files = listTestFiles().filter(layer.has);
  mkdirSync(join(root, 'dist/test-times'), { recursive: true });
  const path = join(root, `dist/test-times/${layer.name}.json`);
  const measured = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).files : {};
  // Bun leaves the order as it is while the time of any file is missing.
  const times = files.map((file) => [file, measured[file] ?? guessMs(layer, file)]);
  writeFileSync(path, JSON.stringify({ version: 1, files: Object.fromEntries(times) }));
  const timings = [`--timings=${path}`, '--update-timings'];
  return [...bunTest, ...layer.args, ...timings, ...files.map((file) => `./${file}`)];
}

/** A time for a file that was not measured yet: a minute or two for the `longest`, the first of them most. */
function guessMs({ longest = [] }, file) {
  const place = longest.indexOf(file);
  return place === -1 ? 10_000 : 120_000 - place * 1_000;
}

/**
 * Runs a layer and shows what it prints. Resolves to the exit status and the counts of Bun's closing
 * summary, such as `{ pass: 7, fail: 0 }`; without any where it ended before there was a summary.
 */
async function runLayer(layer) {
  say(`the layer ${layer.name}: ${layer.describes}`);
  let tail = '';
  const hasColour = process.stderr.isTTY && !process.env.NO_COLOR;
  if (hasColour) process.env.FORCE_COLOR = '1';
  useZone(layer);
  const { code } = await run(bun, argsOf(layer), {
    onError(text) {
      process.stderr.write(text);
      tail = (tail + text).slice(-4_000);
    },
  });
  const summary = stripVTControlCharacters(tail);
  const found = summary.matchAll(/^ *(\d+) (pass|skip|todo|fail)$/gm);
  const counts = [...found].map(([, count, what]) => [what, Number(count)]);
  return { code, counts: Object.fromEntries(counts) };
}

/** Runs layers, whatever becomes of them, and ends with one summary in the form of Bun's. */
async function runLayers(layers) {
  const totals = { pass: 0, skip: 0, todo: 0, fail: 0 };
  const seconds = [];
  const failed = [];
  for (const layer of layers) {
    const startedAt = performance.now();
    const { code, counts } = await runLayer(layer);
    seconds.push(`${layer.name} ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    for (const [what, count] of Object.entries(counts)) totals[what] += count;
    if (code !== 0 || counts.pass === undefined) failed.push(layer.name);
  }
  const lines = Object.entries(totals)
    .filter(([what, count]) => count > 0 || what === 'pass' || what === 'fail')
    .map(([what, count]) => ` ${count} ${what}\n`);
  say(`all layers together (${seconds.join(', ')}):\n${lines.join('')}`);
  if (failed.length > 0) throw new Error(`Not right yet: the layer ${failed.join(', ')}.`);
}

/** Tests of faults that are not alone on the machine in `npm run test:all`. */
const FAULTS =
  /\/(damage|damage-watch|damaged-start|refused-files|crash|faults|power-loss|leader|replicas-chaos)\./;

/** Runs the tests of faults in their longest form, one file after another. */
async function runFaults(args) {
  await ensureBuilt();
  Object.assign(process.env, { MUSTER_TEST_KILLS: '100', MUSTER_TEST_LONG: '1' });
  const isFault = (path) => path.endsWith('.load.test.ts') || FAULTS.test(path);
  const files = listTestFiles().filter(isFault);
  await become(bun, [...bunTest, ...files.map((path) => `./${path}`), ...args]);
}

/** Writes the pictures anew with which `tests/browser/pictures.slow.test.ts` compares the pages. */
async function writePictures() {
  const folder = join(root, 'tests/browser/pictures');
  rmSync(folder, { recursive: true, force: true });
  process.env.MUSTER_WRITE_PICTURES = '1';
  await become(bun, [...bunTest, './tests/browser/pictures.slow.test.ts']);
}

/** Sets the time zone for the run of a layer. */
function useZone({ zone = 'UTC' }) {
  process.env.TZ = zone;
}

/** The layers that the first argument asks for; the quick ones without any. */
function chooseLayers([flag, name]) {
  switch (flag) {
    case undefined:
      return LAYERS.filter(({ quick }) => quick);
    case '--all':
      return LAYERS;
    // What `npm test` left out.
    case '--rest':
      return LAYERS.filter(({ quick }) => !quick);
    case '--layer':
      return [findLayer(name)];
  }
}

await main(async (args) => {
  await ensureInstalled();
  if (args[0] === '--pictures') return writePictures();
  if (args[0] === '--faults') return runFaults(args.slice(1));
  // The last one counts: `npm run test:all -- --rest`.
  const flag = args.findLast((arg) => ['--all', '--rest', '--layer'].includes(arg));
  const layers = chooseLayers(args.slice(flag === undefined ? 0 : args.lastIndexOf(flag)));
  if (layers?.some(({ needsBinary }) => needsBinary) ?? true) await ensureBuilt();
  process.env.MUSTER_TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  if (flag === '--all') process.env.MUSTER_TEST_ROUNDS ??= 'long';
  say(`randomised tests repeat this run with MUSTER_TEST_SEED=${process.env.MUSTER_TEST_SEED}`);
  if (layers === undefined) await become(bun, [...bunTest, ...args]);
  else if (flag === '--layer') {
    useZone(layers[0]);
    await become(bun, [...argsOf(layers[0]), ...args.slice(2)]);
  } else await runLayers(layers);
});
