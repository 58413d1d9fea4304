// A program that is to end is ended with everything that it started.

import { afterEach, expect, mock, spyOn, test } from 'bun:test';
import { runProgram } from '../../../src/platform/lib/run-program.ts';

afterEach(() => mock.restore());

test.skipIf(process.platform === 'win32')(
  'a program runs in a group of its own, all of which an abort ends',
  async () => {
    const ended = Promise.withResolvers<number>();
    const child = { pid: 4_711, exited: ended.promise, stderr: new Blob([]).stream() };
    const spawn = spyOn(Bun, 'spawn').mockReturnValue(child as never);
    const kill = spyOn(process, 'kill').mockImplementation(() => {
      ended.resolve(137);
      return true;
    });
    const run = { program: '/copy', args: [], cwd: '/', env: {}, timeoutMs: 60_000 };
    const stopping = new AbortController();
    const outcome = runProgram({ ...run, signal: stopping.signal });
    stopping.abort();
    expect(await outcome).toBe('was ended because the service is stopping');
    expect(spawn.mock.calls[0]?.[1]).toMatchObject({ detached: true });
    expect(kill.mock.calls).toEqual([[-4_711, 'SIGKILL']]);
  },
);
