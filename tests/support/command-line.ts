// Runs commands inside the test's own process, on a data folder of their own.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../src/app/program.ts';
import type { Io } from '../../src/platform/cli/io.ts';
import { run } from '../../src/platform/cli/run.ts';

/** What a command wrote, and its exit code. */
export interface Outcome {
  exitCode: number;
  /** Standard output, line breaks included. */
  out: string;
  err: string;
}

/** What the person at the command line types, and the environment. */
export interface Person {
  stdin?: string;
  /** Answers to prompts, in order; `undefined` cancels. With answers, the input is a terminal. */
  answers?: (string | undefined)[];
  env?: Record<string, string>;
}

/** Creates a temporary folder, and functions that run commands in it; disposing it removes the folder. */
export function openBench() {
  const folder = mkdtempSync(join(tmpdir(), 'muster-cli-'));
  /** What was asked, and whether the answers were hidden. */
  const prompts: { question: string; isHidden: boolean }[] = [];

  /** What commands are run with; their lines are collected in the outcome. */
  function io(outcome: Outcome, person: Person): Io {
    const answers = [...(person.answers ?? [])];
    return {
      out: (line) => {
        outcome.out += `${line}\n`;
      },
      err: (line) => {
        outcome.err += `${line}\n`;
      },
      stdin: async () => person.stdin ?? '',
      env: person.env ?? {},
      cwd: folder,
      isTerminal: { stdin: person.answers !== undefined, stdout: false, stderr: false },
      prompt: async (question, { isHidden }) => {
        prompts.push({ question, isHidden });
        if (answers.length === 0) throw new Error(`Nobody answers: ${question}`);
        return answers.shift();
      },
      onSignal: () => () => {},
      exitAtOnce: () => {
        throw new Error('The process would have ended.');
      },
      exitWithin: () => {},
    };
  }

  async function runHere(argv: string[], person: Person = {}): Promise<Outcome> {
    const outcome: Outcome = { exitCode: -1, out: '', err: '' };
    outcome.exitCode = await run(createProgram, argv, io(outcome, person));
    return outcome;
  }

  return {
    folder,
    prompts,
    io,
    run: runHere,
    /** Runs a command and returns its standard output; throws when its exit code is not 0. */
    async out(argv: string[], person?: Person) {
      const { exitCode, out, err } = await runHere(argv, person);
      if (exitCode !== 0) throw new Error(`muster ${argv.join(' ')} → ${exitCode}: ${err}`);
      return out;
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Bench = ReturnType<typeof openBench>;

interface ListedCommand {
  words: string;
  isGroup: boolean;
  flags: (string | undefined)[];
}

/** Every command and group of commands, such as `account` and `account list`, without hidden ones. */
export function listCommands(parent: Command, before = ''): ListedCommand[] {
  const help = parent.createHelp();
  const below = help.visibleCommands(parent).filter((command) => command.parent !== null);
  return below.flatMap((command) => {
    const words = `${before}${command.name()}`;
    const flags = help.visibleOptions(command).flatMap(({ short, long }) => [short, long]);
    const isGroup = command.commands.length > 0;
    return [{ words, isGroup, flags }, ...listCommands(command, `${words} `)];
  });
}
