// npm test: installs and builds what is missing, then runs every layer, one, or the files that are named.
import { stripVTControlCharacters } from 'node:util';
import { become, bun, main, run, say } from './child.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { FAULT_TESTS, LONG_FORM } from './faults.mjs';
import { findLayer, LAYERS, listTestFiles } from './layers.mjs';

// A developer's own .env must not decide how tests end, nor a busy machine; what hangs, hangs longer.
const bunTest = ['--no-env-file', 'test', '--timeout', '180000'];

/** What Bun gets to run a layer. */
function argsOf(layer) {
  const files = listTestFiles().filter(layer.has);
  return [...bunTest, ...layer.args, ...files.map((path) => `./${path}`)];
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

/** Runs all layers, whatever becomes of them, and ends with one summary in the form of Bun's. */
async function runAll() {
  const totals = { pass: 0, skip: 0, todo: 0, fail: 0 };
  const failed = [];
  for (const layer of LAYERS) {
    const { code, counts } = await runLayer(layer);
    for (const [what, count] of Object.entries(counts)) totals[what] += count;
    if (code !== 0 || counts.pass === undefined) failed.push(layer.name);
  }
  const lines = Object.entries(totals)
    .filter(([what, count]) => count > 0 || what === 'pass' || what === 'fail')
    .map(([what, count]) => ` ${count} ${what}\n`);
  say(`all layers together:\n${lines.join('')}`);
  if (failed.length > 0) throw new Error(`Not right yet: the layer ${failed.join(', ')}.`);
}

/** Runs the tests of faults in their longest form, one file after another. */
async function runFaults(args) {
  await ensureBuilt();
  Object.assign(process.env, LONG_FORM);
  const files = [...new Set(Object.values(FAULT_TESTS).flat())];
  await become(bun, [...bunTest, ...files.map((path) => `./${path}`), ...args]);
}

await main(async (args) => {
  await ensureInstalled();
  if (args[0] === '--faults') return runFaults(args.slice(1));
  const layer = args[0] === '--layer' ? findLayer(args[1]) : undefined;
  if (layer === undefined || layer.needsBinary) await ensureBuilt();
  if (layer !== undefined) await become(bun, [...argsOf(layer), ...args.slice(2)]);
  else if (args.length > 0) await become(bun, [...bunTest, ...args]);
  else await runAll();
});
