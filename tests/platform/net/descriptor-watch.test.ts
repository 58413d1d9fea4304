// The watch over file descriptors, on a fake system with as many as a test sets.

import { describe, expect, test } from 'bun:test';
import { openDescriptorWatch } from '../../../src/platform/net/descriptor-watch.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createReporter } from '../../support/reporter.ts';

function openBench({ canPause = true, code = 'EMFILE' } = {}) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const system = { left: 100, open: new Set<number>(), heard: [] as string[], isPaused: false };
  let last = 0;
  const watch = openDescriptorWatch({
    now: clock.now,
    pauseAccepting: canPause
      ? () => {
          // It looks at the system's files, which takes a descriptor.
          if (system.left === 0) throw new Error('None is left.');
          system.isPaused = true;
          return () => {
            system.isPaused = false;
          };
        }
      : undefined,
    report: createReporter({
      descriptors_exhausted: (facts) => system.heard.push(`exhausted ${facts.doNewcomersWait}`),
      descriptors_freed: () => system.heard.push('freed'),
    }),
    open() {
      if (system.left === 0) throw Object.assign(new Error('none'), { code });
      system.left -= 1;
      last += 1;
      system.open.add(last);
      return last;
    },
    close(descriptor) {
      // By then it may be somebody else's.
      if (!system.open.delete(descriptor)) throw new Error(`${descriptor} is closed twice.`);
      system.left += 1;
    },
  });
  return { clock, system, watch };
}

describe('the watch over file descriptors', () => {
  test('keeps a reserve, and reports nothing while some are free', () => {
    const { system, watch } = openBench();
    expect(system.left).toBe(84);
    system.left = 1;
    for (let look = 0; look < 5; look += 1) watch.look();
    expect(system).toMatchObject({ left: 1, heard: [], isPaused: false });
    watch[Symbol.dispose]();
    expect(system.open.size).toBe(0);
    watch[Symbol.dispose]();
  });

  test.each(['EMFILE', 'ENFILE'])(
    'at %s gives the reserve back, stops accepting, and reports it once',
    (code) => {
      const { system, watch } = openBench({ code });
      system.left = 0;
      for (let look = 0; look < 5; look += 1) watch.look();
      expect(system).toMatchObject({ left: 16, heard: ['exhausted true'], isPaused: true });
    },
  );

  test('accepts again once some are free besides the reserve', () => {
    const { system, watch } = openBench();
    system.left = 0;
    watch.look();
    system.left = 31;
    watch.look();
    expect(system).toMatchObject({ left: 31, isPaused: true });
    system.left = 32;
    watch.look();
    expect(system).toMatchObject({ left: 16, isPaused: false });
    expect(system.heard).toEqual(['exhausted true', 'freed']);
  });

  test('reports at most once a minute while the load goes up and down', () => {
    const { clock, system, watch } = openBench();
    const comeAndGo = () => {
      system.left = 0;
      watch.look();
      expect(system.isPaused).toBe(true);
      system.left = 50;
      watch.look();
      expect(system.isPaused).toBe(false);
    };
    for (let round = 0; round < 5; round += 1) comeAndGo();
    expect(system.heard).toEqual(['exhausted true', 'freed']);
    clock.advance(59_999);
    comeAndGo();
    expect(system.heard).toHaveLength(2);
    clock.advance(1);
    comeAndGo();
    expect(system.heard).toHaveLength(4);
  });

  test('reports that the system cannot pause', () => {
    const { system, watch } = openBench({ canPause: false });
    system.left = 0;
    watch.look();
    expect(system.heard).toEqual(['exhausted false']);
  });

  test('accepts again when it is disposed', () => {
    const { system, watch } = openBench();
    system.left = 0;
    watch.look();
    watch[Symbol.dispose]();
    expect(system.isPaused).toBe(false);
  });

  test('starts without a reserve where none is left, and throws any other failure', () => {
    const open = (code: string) => () =>
      openDescriptorWatch({
        now: () => 0,
        pauseAccepting: undefined,
        report() {},
        open() {
          throw Object.assign(new Error(code), { code });
        },
      });
    expect(open('EMFILE')).not.toThrow();
    expect(open('EACCES')).toThrow('EACCES');
  });
});
