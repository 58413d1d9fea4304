// Runs every command on a data folder of which the file system refuses something; prints what they answered.

import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../src/app/program.ts';
import { run } from '../../src/platform/cli/run.ts';
import { listCommands, type Outcome, openBench } from '../support/command-line.ts';
import { contributions } from '../support/contributions.ts';

/** What is refused, as the system names it. */
const [condition = ''] = process.argv.slice(2);
using bench = openBench();
const disk = join(bench.folder, 'disk');
const backup = join(disk, 'backup.db');
let data = join(disk, 'data');

const NAME = ['Al'];
const HASH = ['0123456789abcdef0123456789abcdef'];
const WHY = ['--reason', 'x'];
/** The arguments of each command that opens the data folder. */
const CASES: Readonly<Record<string, string[]>> = {
  serve: ['--listen', '127.0.0.1:0'],
  'account create': ['Cy', '--email', 'cy@example.net'],
  'account list': [],
  'account show': NAME,
  'account verify': NAME,
  'account password': NAME,
  'account reset-second-factor': [...NAME, ...WHY],
  'account suspend': [...NAME, ...WHY],
  'account restore': NAME,
  'account logout': NAME,
  'account rename': [...NAME, 'Bo', ...WHY],
  'account delete': [...NAME, '--yes', ...WHY],
  'account set': [...NAME, '--role', 'player'],
  'account first-administrator': [],
  'server list': [],
  'server feature': HASH,
  'server unfeature': HASH,
  'server unlist': [...HASH, ...WHY],
  'server relist': HASH,
  'server country': [...HASH, 'DE'],
  'ban add': ['192.0.2.1', ...WHY],
  'ban list': [],
  'ban remove': ['192.0.2.1'],
  'invite create': [],
  'invite list': [],
  'invite revoke': ['1'],
  'mail test': ['al@example.net'],
  'mail list': [],
  'mail retry': ['1'],
  'mail drop': ['1'],
  'filter add': ['word'],
  'filter list': [],
  'filter remove': ['word'],
  'report list': [],
  'report close': ['1', ...WHY],
  'report close-all': [...HASH, ...WHY],
  'claim list': [],
  'claim clear': [...HASH, ...WHY],
  'claim remove': [...HASH, ...WHY],
  ...contributions.commands,
  'tag list': [],
  'tag add': ['quiz'],
  'tag remove': ['creative'],
  'site list': [],
  'site set': ['site_name', 'Here'],
  'site reset': ['site_name'],
  'notice show': [],
  'notice set': ['Hello'],
  'notice remove': [],
  'audit list': [],
  backup: [],
  restore: [backup, '--yes'],
  migrate: [],
  'migrate-data': ['--from', 'data', '--to', 'elsewhere'],
  check: [],
  doctor: [],
};
const WITHOUT = /^(?:setup|config print|health|version|man|completion \w+|)$/;

async function runHere(argv: string[]): Promise<Outcome> {
  const outcome: Outcome = { exitCode: -1, out: '', err: '' };
  const io = bench.io(outcome, { env: { MUSTER_LEAST_FREE_DISK: '0' } });
  outcome.exitCode = await run(createProgram, [...argv, '--data', data], io);
  return outcome;
}

function must(...cmd: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(cmd);
  if (exitCode !== 0) throw new Error(`${cmd.join(' ')}: ${stderr}`);
}

const taken: number[] = [];
const conditions: Record<string, () => void> = {
  EROFS: () => must('mount', '-o', 'remount,ro', disk),
  ENOSPC: () => must('sh', '-c', `cat /dev/zero >${disk}/fill 2>/dev/null; test -s ${disk}/fill`),
  ENOTDIR() {
    data = join(backup, 'below');
  },
  EACCES() {
    must('chmod', '0', data);
    must('chmod', '755', bench.folder, disk);
    if (process.getuid?.() === 0) process.setuid?.(65_534);
  },
  EMFILE() {
    const take = (): void => {
      for (;;) taken.push(openSync('/dev/null', 'r'));
    };
    try {
      take();
    } catch {
      for (const descriptor of taken.splice(0, 2)) closeSync(descriptor);
    }
  },
};

must('mkdir', disk);
must('mount', '-t', 'tmpfs', '-o', 'size=6m', 'none', disk);
const { program } = createProgram(bench.io({ exitCode: 0, out: '', err: '' }, {}));
const untried = listCommands(program).filter(
  ({ words, isGroup }) => !isGroup && CASES[words] === undefined && !WITHOUT.test(words),
);
if (untried.length > 0) throw new Error(`No case for ${untried.map(({ words }) => words)}`);
await runHere(['account', 'create', 'Al', '--email', 'al@example.net']);
await runHere(['backup', backup]);
writeFileSync(join(bench.folder, 'loaded'), readFileSync(backup));
const commands = Object.entries(CASES).map(([words, args]) => [...words.split(' '), ...args]);
// What is loaded when it is needed is loaded once by commands that work.
for (const argv of [['check'], ['doctor'], ['migrate'], ['account', 'list']]) await runHere(argv);
conditions[condition]?.();
const outcomes: [string, Outcome][] = [];
for (const argv of commands) outcomes.push([argv.join(' '), await runHere(argv)]);
for (const descriptor of taken) closeSync(descriptor);
process.stdout.write(JSON.stringify({ data, outcomes }), () => process.exit(0));
