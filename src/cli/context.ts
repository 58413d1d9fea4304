// What every command gets: the process it runs in, the settings, and the exit code that it leaves.

import type { Command } from 'commander';
import type { Flags } from '../config/environment.ts';
import { type LoadedSettings, loadSettings, type SettingsSources } from '../config/load.ts';
import { OPTIONS } from '../config/options.ts';
import type { Io } from './io.ts';

/** Shared by the commands of one run. */
export interface CommandContext {
  readonly io: Io;
  /** 0 unless a command says that it failed after reporting why. */
  exitCode: number;
  /** Where settings are looked for, the flags of this run included. */
  sources(): SettingsSources;
  /** Throws `SettingsError` with everything that is wrong. */
  loadSettings(): LoadedSettings;
}

function camelCase(key: string): string {
  return key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function readFlags(program: Command): Flags {
  const parsed: Record<string, unknown> = program.opts();
  const flags: Record<string, string> = {};
  for (const { key } of OPTIONS) {
    const text = parsed[camelCase(key)];
    if (typeof text === 'string') flags[key] = text;
  }
  return flags;
}

/** Makes the context of one run. */
export function createContext(io: Io, program: Command): CommandContext {
  const context: CommandContext = {
    io,
    exitCode: 0,
    sources: () => ({ flags: readFlags(program), env: io.env, cwd: io.cwd }),
    loadSettings: () => loadSettings(context.sources()),
  };
  return context;
}
