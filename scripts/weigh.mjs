// npm run weigh: lines by module, the times of the last test runs, and what runs on each journey.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bun, main, mustRun, root } from './child.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

/** Files that git tracks below a folder, with their lines and bytes. */
function listTracked(folder) {
  const names = execFileSync('git', ['ls-files', '-z', folder], { cwd: root, encoding: 'utf8' });
  return names
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(root, name)))
    .map((name) => {
      const content = readFileSync(join(root, name));
      return {
        name,
        bytes: content.length,
        lines: content.toString('latin1').split('\n').length - 1,
      };
    });
}

const sum = (files, field) => files.reduce((total, file) => total + file[field], 0);

function row(...cells) {
  console.log(
    cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : `${cell}`.padStart(10))).join(''),
  );
}

function showLines() {
  row('folder', 'files', 'lines', 'KB');
  const show = (name, files) =>
    row(name, files.length, sum(files, 'lines'), Math.round(sum(files, 'bytes') / 1_024));
  for (const folder of ['src', 'tests', 'drizzle', 'docs', 'scripts', 'bench', 'deploy']) {
    const files = listTracked(folder);
    show(folder, files);
    if (folder !== 'src' && folder !== 'tests') continue;
    const moduleOf = ({ name }) => name.split('/').slice(0, 2).join('/');
    for (const each of new Set(files.map(moduleOf))) {
      show(
        `  ${each}`,
        files.filter((file) => moduleOf(file) === each),
      );
    }
  }
}

/** What the runner noted of each layer: milliseconds by file. */
function showTimes() {
  const folder = join(root, 'dist/test-times');
  if (!existsSync(folder)) return console.log('No test ran here yet: npm test, npm run test:all');
  const all = [];
  row('layer', 'files', 'seconds');
  for (const name of readdirSync(folder).sort()) {
    const files = Object.entries(readTimes(join(folder, name)));
    row(
      `  ${name.replace('.json', '')}`,
      files.length,
      seconds(files.reduce((total, [, ms]) => total + ms, 0)),
    );
    all.push(...files);
  }
  console.log('the thirty slowest files');
  for (const [name, ms] of all.toSorted((a, b) => b[1] - a[1]).slice(0, 30))
    row(`  ${name}`, '', seconds(ms));
}

const seconds = (ms) => (ms / 1_000).toFixed(1);

const readTimes = (path) => JSON.parse(readFileSync(path, 'utf8')).files;

await main(async () => {
  await ensureInstalled();
  showLines();
  showTimes();
  await mustRun('the journeys', bun, ['--no-env-file', 'tests/journeys/show.ts']);
});
