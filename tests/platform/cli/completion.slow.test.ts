// Only the shells themselves, mandoc and groff show that they take the scripts of `muster completion` and the manual page.

import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBench } from '../../support/command-line.ts';

for (const program of ['bash', 'zsh', 'fish', 'mandoc', 'groff']) {
  if (Bun.which(program) === null) {
    console.warn(`Skipped: what needs ${program}, which is not installed here.`);
  }
}

/** Runs a program to its end; standard output, and what went wrong. */
function run(cmd: string[], cwd: string): { out: string; problems: string } {
  const path = `${join(cwd, 'bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, HOME: cwd, LC_ALL: 'C.UTF-8' };
  const { stdout, stderr, exitCode } = Bun.spawnSync(cmd, { cwd, env });
  return {
    out: String(stdout),
    problems: exitCode === 0 ? String(stderr) : `${stderr}${exitCode}`,
  };
}

/** Writes a command's output into a file of the bench. */
async function write(bench: ReturnType<typeof openBench>, ...argv: string[]): Promise<string> {
  const path = join(bench.folder, 'written');
  writeFileSync(path, await bench.out(argv));
  return path;
}

/** Some of what is typed, and what is offered; tests/platform/cli/completion.test.ts has the rest. */
const LINES: [typed: string, offered: string[]][] = [
  ['muster acc', ['account']],
  ['muster --listen 8081 account ver', ['verify']],
  ['muster account create --role mod', ['moderator']],
  ['muster account create --trusted-p', ['--trusted-proxies']],
  ['muster backup writ', ['written']],
  ['muster account list --data x no', []],
  ['muster --data wr', ['wr-folder/']],
];

/** A bench with `muster` in its path, the script in a file, and a folder to complete. */
async function openShellBench(shell: 'bash' | 'zsh' | 'fish') {
  const bench = openBench();
  const script = await write(bench, 'completion', shell);
  mkdirSync(join(bench.folder, 'wr-folder'));
  const main = join(import.meta.dir, '../../../src/main.ts');
  const muster = `#!/bin/sh\nexec '${process.execPath}' --no-env-file '${main}' "$@"\n`;
  mkdirSync(join(bench.folder, 'bin'));
  writeFileSync(join(bench.folder, 'bin/muster'), muster, { mode: 0o755 });
  return { bench, script, [Symbol.dispose]: () => bench[Symbol.dispose]() };
}

describe.skipIf(Bun.which('bash') === null)('bash', () => {
  test('completes commands, flags and values', async () => {
    using opened = await openShellBench('bash');
    const { bench, script } = opened;
    expect(run(['bash', '-n', script], bench.folder)).toEqual({ out: '', problems: '' });
    const complete = (words: string[]) => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      const code = `source '${script}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _muster; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { out, problems } = run(['bash', '--norc', '-c', code], bench.folder);
      expect(problems).toBe('');
      return out.split('\n').filter((line) => line !== '');
    };
    for (const [typed, offered] of LINES) {
      // The shell itself puts the slash behind a folder.
      const plain = offered.map((word) => word.replace(/\/$/, ''));
      expect([typed, complete(typed.split(' '))]).toEqual([typed, plain]);
    }
    // Bash itself takes --log-level=war apart.
    expect(complete(['muster', '--log-level', '=', 'war'])).toEqual(['warning']);
    expect(complete(['muster', '--log-level', '='])).toContain('debug');
  });
});

describe.skipIf(Bun.which('zsh') === null)('zsh', () => {
  test('takes the script, and offers what muster answers', async () => {
    using opened = await openShellBench('zsh');
    const { bench, script } = opened;
    expect(run(['zsh', '-f', '-n', script], bench.folder)).toEqual({ out: '', problems: '' });
    // What is offered needs a terminal: the completion is called as the shell calls it, with its offers printed.
    const code = `compdef() { }; compset() { }; _files() { print files "$@" }; source '${script}'; _describe() { print -l -- "\${(@P)2}" }; for line in 'muster account create --role mod' 'muster acc' 'muster --data wr'; do words=("\${(@s: :)line}"); CURRENT=\${#words}; PREFIX=\${words[-1]}; _muster; done`;
    const { out, problems } = run(['zsh', '-f', '-c', code], bench.folder);
    expect(problems).toBe('');
    expect(out).toStartWith('player:\nmoderator:\nadministrator:\n');
    expect(out).toMatch(/^account:Manage accounts/m);
    expect(out).toEndWith('files -/\n');
  });
});

describe.skipIf(Bun.which('fish') === null)('fish', () => {
  test('completes commands, flags and values', async () => {
    using opened = await openShellBench('fish');
    const { bench, script } = opened;
    const others: typeof LINES = [
      ['muster --config wr', ['written', 'wr-folder/']],
      ['muster --data=wr', ['--data=wr-folder/']],
      ['muster --log-level=war', ['--log-level=warning']],
    ];
    for (const [typed, offered] of [...LINES, ...others]) {
      const code = `source '${script}'; complete -C '${typed}'`;
      const { out, problems } = run(['fish', '--no-config', '-c', code], bench.folder);
      expect(problems).toBe('');
      const words = out.split('\n').map((line) => line.split('\t')[0]);
      expect([typed, words.filter((word) => word !== '')]).toEqual([typed, offered]);
    }
  });
});

describe('the manual page', () => {
  test.skipIf(Bun.which('mandoc') === null)('has no mistake that mandoc knows', async () => {
    using bench = openBench();
    const page = await write(bench, 'man');
    const { out } = run(['mandoc', '-T', 'lint', '-W', 'warning', page], bench.folder);
    // Sources that nobody built have no date.
    expect(out.replace(/^.*WARNING: missing date.*\n/m, '')).toBe('');
  });

  test.skipIf(Bun.which('groff') === null)('is taken by groff without a warning', async () => {
    using bench = openBench();
    const page = await write(bench, 'man');
    const shown = run(['groff', '-man', '-Tutf8', '-ww', page], bench.folder);
    expect(shown.problems).toBe('');
    expect(shown.out).toContain('MUSTER(1)');
  });
});
