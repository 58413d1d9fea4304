// The command line itself: commands, flags, suggestions, help and exit codes.

import { afterAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import packageFacts from '../../package.json' with { type: 'json' };
import { OPTIONS } from '../../src/app/options.ts';
import { COMMANDS, createProgram, HEADINGS } from '../../src/app/program.ts';
import { createProcessIo } from '../../src/platform/cli/io.ts';
import { describeBuild } from '../../src/platform/cli/version.ts';
import { envName, flagName } from '../../src/platform/config/option-names.ts';
import { listCommands, openBench } from '../support/command-line.ts';

const bench = openBench();
afterAll(() => bench[Symbol.dispose]());

describe('wrong usage is one line and exit code 2', () => {
  test.each([
    ['serv', 'Did you mean serve?'],
    ['frobnicate', 'no command "frobnicate"'],
    ['account lst', 'Did you mean list?'],
    ['check --listn 8080', 'Did you mean --listen?'],
    ['--base_url x', 'Did you mean --base-url?'],
    ['check --listen', 'argument missing'],
    ['check now', 'too many arguments'],
    ['account create A', '--email'],
    ['ban add 192.0.2.1', '--reason'],
    ['mail retry', '--all'],
    ['mail retry 1 --all', '--all'],
    ['mail drop x', 'number, not "x": muster mail list shows it'],
  ])('muster %s', async (line, hint) => {
    const { exitCode, out, err } = await bench.run(line.split(' '));
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toStartWith('muster: ');
    expect(err).toContain(hint);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test.each(['account', 'server', 'ban', 'mail', 'config'])(
    'muster %s alone shows its commands',
    async (word) => {
      const { exitCode, err } = await bench.run([word]);
      expect(exitCode).toBe(2);
      expect(err).toContain(`Usage: muster ${word}`);
    },
  );

  test('none of them creates a data folder', () => {
    expect(readdirSync(bench.folder)).toEqual([]);
  });
});

describe('help', () => {
  test('has every heading that a module puts commands below', () => {
    const named = COMMANDS.flatMap((commands) => Object.keys(commands));
    expect(named.filter((heading) => !(heading in HEADINGS))).toEqual([]);
    expect(named.length).toBeGreaterThan(8);
  });

  test('begins with the commands in groups, on a screen, and says where the flags are', async () => {
    const help = await bench.out(['--help']);
    const [usage, about, first] = help.split('\n\n');
    expect([usage, about?.split(' ')[0]]).toEqual(['Usage: muster [command] [flags]', 'A']);
    expect(first).toStartWith('Set up and run:\n  setup ');
    const { commands } = createProgram(createProcessIo()).program;
    expect(commands.length).toBeGreaterThan(20);
    for (const command of commands.filter((it) => !it.name().startsWith('__'))) {
      expect(help).toContain(`\n  ${command.name()} `);
    }
    expect(help).not.toMatch(/^ +-|\nCommands:/m);
    expect(help.split('\n').length).toBeLessThan(70);
    expect(help).toEndWith(
      '\n\nmuster COMMAND --help shows the flags of a command. All accept those of the settings: muster serve --help.\n',
    );
  });

  test('of serve names every setting with its flag, its variable and its sentence', async () => {
    const help = (await bench.out(['serve', '--help'])).replace(/\s+/g, ' ');
    for (const { key, help: sentence } of OPTIONS) {
      expect(help).toContain(`${flagName(key)} <`);
      expect(help).toContain(`${sentence} (env: ${envName(key)}, default: `);
    }
  });

  test.each(listCommands(createProgram(createProcessIo()).program).map(({ words }) => words))(
    'muster %s --help explains the command',
    async (words) => {
      const out = await bench.out([...words.split(' '), '--help']);
      expect(out).toStartWith(`Usage: muster ${words}`);
      expect(out).toContain('All accept those of the settings: muster serve --help.');
      // An option that may be left out shows no empty default.
      expect(out).not.toContain('default: ""');
    },
  );
});

describe('version', () => {
  test('shows the program, the runtime, and the embedded data with its date and origin', async () => {
    const out = await bench.out(['version']);
    expect(out).toContain(`muster ${packageFacts.version}\n`);
    expect(out).toContain(`Bun ${Bun.version}\n`);
    expect(out).toMatch(/Embedded country data: .+, \d{4}-\d\d-\d\d\n/);
    expect(out).toContain('nro.net');
    expect(await bench.out(['--version'])).toBe(`muster ${packageFacts.version}\n`);
  });

  test('names the commit by its first digits and its day', () => {
    const committedAt = Date.UTC(2026, 0, 31) / 1_000;
    const built = describeBuild({ commit: '0123456789abcdef', committedAt });
    expect(built).toBe('Commit 0123456789ab of 2026-01-31');
  });
});

describe('settings on the command line', () => {
  test('may be before and after the command', async () => {
    const first = await bench.out(['--listen', '9001', 'config', 'print', '--log-level', 'debug']);
    expect(first).toMatch(/^listen +:9001 +--listen$/m);
    expect(first).toMatch(/^log_level +debug +--log-level$/m);
  });

  test('lists may be given in one flag or in several', async () => {
    const lists = ['--extra-hosts', 'a.example,b.example', '--extra-hosts', 'c.example'];
    const argv = ['config', 'print', ...lists];
    expect(await bench.out(argv)).toMatch(/ a\.example, b\.example, c\.example +--extra-hosts$/m);
  });

  test.each([
    ['config print'],
    ['account create Alice --email a@example.net'],
    ['health'],
    ['serve'],
    [''],
  ])('muster %s stops at settings that cannot be used, with a line for each', async (line) => {
    const argv = [...line.split(' ').filter(Boolean), '--listen', 'x'];
    const { exitCode, out, err } = await bench.run(argv, { env: { MUSTER_STALE_AFTER: '5' } });
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toMatch(/^muster: --listen: .*\nmuster: MUSTER_STALE_AFTER: .*\n$/);
  });
});
