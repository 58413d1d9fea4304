// npm run sample-faults -- [list] [layers] [test files]: puts each fault of a list into a copy of the repository, and says
// which test notices it first.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { main, root, say } from './child.mjs';
import { LAYERS, listTestFiles } from './layers.mjs';

const LIST = 'tests/sample-faults.jsonl';
/** Files that are run before their whole layer: those that are nearest to the source. */
const NEAR = 12;
const MAX_DURATION_MS = 15 * 60_000;

/** Copies what git tracks, as it is now, beside the packages that are installed here. */
function copyRepository() {
  const copy = mkdtempSync(join(tmpdir(), 'muster-faults-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of listed.split('\0').filter((it) => it !== '')) {
    mkdirSync(dirname(join(copy, name)), { recursive: true });
    cpSync(join(root, name), join(copy, name));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const parsers = {
  '.ts': new Bun.Transpiler({ loader: 'ts' }),
  '.tsx': new Bun.Transpiler({ loader: 'tsx' }),
};

/** How many imports lead from each test file to a source; a test that does not reach it is left out. */
function rankTests(source) {
  const imported = new Map();
  const importsOf = (file) => {
    if (!imported.has(file)) {
      const found = parsers[extname(file)]
        .scanImports(readFileSync(join(root, file), 'utf8'))
        .filter(({ path }) => /^\..*\.tsx?$/.test(path));
      imported.set(
        file,
        found.map(({ path }) => join(dirname(file), path)),
      );
    }
    return imported.get(file);
  };
  const distanceOf = (test) => {
    let edge = [test];
    const seen = new Set(edge);
    for (let distance = 0; edge.length > 0; distance += 1) {
      if (edge.includes(source)) return distance;
      edge = edge.flatMap((file) => importsOf(file)).filter((it) => !seen.has(it) && seen.add(it));
    }
    return Number.POSITIVE_INFINITY;
  };
  const distances = new Map(listTestFiles().map((test) => [test, distanceOf(test)]));
  return [...distances.keys()]
    .filter((test) => Number.isFinite(distances.get(test)))
    .sort((a, b) => distances.get(a) - distances.get(b));
}

/** The first test that fails, or what ended the run before any; `undefined` where all pass. */
function runIn(copy, args, label) {
  const { status, stderr, stdout } = spawnSync('node', ['scripts/test.mjs', ...args], {
    cwd: copy,
    encoding: 'utf8',
    timeout: MAX_DURATION_MS,
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status === 0) return undefined;
  const output = stripVTControlCharacters(`${stderr}${stdout}`);
  const [, name] = /^\(fail\) (.*?)(?: \[[\d.]+ ?m?s\])?$/m.exec(output) ?? [];
  return `${label}: ${name ?? `ended with ${status ?? 'a timeout'}`}`;
}

/** Which test of `npm test` notices a fault: those near to it are tried first, then each layer as a whole. */
function notice(copy, { file, find, replace }, layers, named) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const places = text.split(find).length - 1;
  if (places !== 1)
    return `${places === 0 ? 'gone' : 'ambiguous'}: the text is there ${places} times`;
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  try {
    if (named.length > 0) return runIn(copy, ['--bail', ...named], 'named') ?? null;
    const ranked = rankTests(file);
    for (const layer of layers) {
      const near = ranked.filter(layer.has).slice(0, NEAR);
      if (layer.needsBinary || near.length === 0) continue;
      const found = runIn(
        copy,
        ['--bail', ...layer.args.filter((it) => it !== '--parallel'), ...near],
        layer.name,
      );
      if (found !== undefined) return found;
    }
    for (const layer of layers) {
      const found = runIn(copy, ['--layer', layer.name], layer.name);
      if (found !== undefined) return found;
    }
    return null;
  } finally {
    writeFileSync(path, text);
  }
}

await main(async (args) => {
  const [list = LIST, names = 'unit,http,program', ...named] = args;
  const layers = LAYERS.filter(({ name }) => names.split(',').includes(name));
  const faults = readFileSync(resolve(root, list), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const copy = copyRepository();
  let noticed = 0;
  try {
    for (const [index, fault] of faults.entries()) {
      const by = notice(copy, fault, layers, fault.tests ?? named);
      if (by !== null && !/^(?:gone|ambiguous)/.test(by)) noticed += 1;
      console.log(JSON.stringify({ ...fault, noticedBy: by }));
      say(
        `${index + 1} of ${faults.length}, ${noticed} noticed: ${fault.what}: ${by ?? 'NOT NOTICED'}`,
      );
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
});
