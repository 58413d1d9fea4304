// What the machine has: its cores and who runs on which, and the tools that were found on it.

import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

export interface Machine {
  /** Lines for people. */
  readonly facts: readonly string[];
  /** Path of wrk, `undefined` where the bench's own generator has to do. */
  readonly wrk: string | undefined;
  readonly nginx: string | undefined;
  /** Words to put before a command, so that it runs in its place. */
  pin(place: 'server' | 'load' | 'anywhere'): readonly string[];
}

/** Looks at the machine. */
export function inspectMachine(): Machine {
  const wrk = findTool('wrk');
  const nginx = findTool('nginx');
  const taskset = findTool('taskset');
  const [serverCpu, loadCpu] = readCpus();
  const pins = new Map<string, readonly string[]>();
  if (taskset !== undefined && serverCpu !== undefined && loadCpu !== undefined) {
    pins.set('server', [taskset, '-c', String(serverCpu)]);
    pins.set('load', [taskset, '-c', String(loadCpu)]);
  }
  const memoryGib = Math.round(totalmem() / 1024 ** 3);
  return {
    facts: [
      `${cpus()[0]?.model ?? 'unknown processor'}, ${readCpus().length} cores, ${memoryGib} GiB, ${process.platform} ${process.arch}, Bun ${Bun.version}; load average ${loadavg()[0]?.toFixed(1)} when it began.`,
      pins.size === 0
        ? 'Servers and load share all cores.'
        : 'The servers compared are pinned to one core and the load to another, unless a row says otherwise.',
      wrk === undefined
        ? 'Load: the generator of the bench itself (wrk is not installed).'
        : 'Load: wrk.',
      nginx === undefined ? 'nginx is not installed, so it was not compared.' : readNginx(nginx),
    ],
    wrk,
    nginx,
    pin: (place) => pins.get(place) ?? [],
  };
}

function findTool(name: string): string | undefined {
  // Debian keeps servers where only root's PATH looks.
  return (
    Bun.which(name) ?? [`/usr/sbin/${name}`, `/usr/bin/${name}`].find((path) => existsSync(path))
  );
}

function readNginx(path: string): string {
  const { stderr } = Bun.spawnSync([path, '-v'], { stdout: 'ignore', stderr: 'pipe' });
  return `${stderr.toString().trim().replace('nginx version: ', '')}, one worker.`;
}

/** Numbers of the cores that this process may use. */
function readCpus(): number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '');
  } catch {
    return cpus().map((_, index) => index);
  }
}

/** Reads a list such as `0-3,8`. */
function parseCpuList(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number);
    if (range === '' || first === undefined || last === undefined) return [];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
