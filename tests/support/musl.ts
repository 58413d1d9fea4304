// Lets the musl build run on a machine of another C library: musl's own loader, and a C++ runtime made for it.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const LOADER = '/lib/ld-musl-x86_64.so.1';

/** Why the musl build cannot be run here; `undefined` where it can. */
export function whyNoMusl(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'this is not Linux on x64';
  if (!existsSync(LOADER)) return `there is no ${LOADER} (Debian: musl-tools)`;
  return undefined;
}

/**
 * The environment in which a musl binary starts: the machine's own where it has a C++ runtime for musl, as
 * Alpine has, otherwise one that is built into `folder`. Debian has none; its packages musl-tools,
 * libstdc++-12-pic and gcc hold what one is linked from. Throws what the loader or the linker says.
 */
export function prepareMusl(binary: string, folder: string): Record<string, string> {
  const { exitCode, stderr } = Bun.spawnSync([binary, 'version'], { env: {} });
  if (exitCode === 0) return {};
  const said = stderr.toString();
  const missing = [...said.matchAll(/^Error relocating [^:]*: (\S+): symbol not found$/gm)];
  if (!said.includes('Error loading shared library libstdc++.so.6')) throw new Error(said);
  mkdirSync(folder, { recursive: true });
  const archives = ['libstdc++_pic.a', 'libgcc_eh.a', 'libgcc.a'].map((name) => {
    const { stdout } = Bun.spawnSync(['cc', `-print-file-name=${name}`]);
    return stdout.toString().trim();
  });
  const linked = Bun.spawnSync([
    ...['musl-gcc', '-shared', '-fPIC', '-O1', '-Wl,-soname,libstdc++.so.6'],
    ...['-o', join(folder, 'libstdc++.so.6'), join(import.meta.dir, 'musl-runtime.c')],
    ...missing.map(([, symbol]) => `-Wl,-u,${symbol}`),
    ...archives,
  ]);
  if (linked.exitCode !== 0) throw new Error(`${linked.stderr}`);
  return { LD_LIBRARY_PATH: folder };
}
