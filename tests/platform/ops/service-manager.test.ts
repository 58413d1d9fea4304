// What systemd reads from the notify socket: READY, RELOADING, STOPPING and WATCHDOG, over real datagrams.

import { describe, expect, test } from 'bun:test';
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findServiceManager, isJournal } from '../../../src/platform/ops/service-manager.ts';
import { openTestServiceManager } from '../../support/service-manager.ts';

describe('the service manager hears', () => {
  test.each(['path', 'abstract'] as const)(
    'every state, over a socket with a name of kind %s',
    (kind) => {
      using systemd = openTestServiceManager(kind);
      const manager = findServiceManager({ NOTIFY_SOCKET: systemd.path });
      manager.ready();
      manager.reloading();
      manager.alive();
      manager.stopping();
      expect(systemd.read()).toEqual([
        'READY=1',
        expect.stringMatching(/^RELOADING=1\nMONOTONIC_USEC=\d+$/),
        'WATCHDOG=1',
        'STOPPING=1',
      ]);
    },
  );

  test('nothing where there is none, or nobody listens', () => {
    for (const NOTIFY_SOCKET of [
      undefined,
      '',
      'relative',
      '/nobody/here',
      `/${'x'.repeat(200)}`,
    ]) {
      const manager = findServiceManager({ NOTIFY_SOCKET });
      expect(() => {
        manager.ready();
        manager.reloading();
        manager.stopping();
        manager.alive();
      }).not.toThrow();
    }
  });
});

describe('the watchdog', () => {
  const NOTIFY_SOCKET = '/run/systemd/notify';
  test.each([
    ['is fed at half of its time', { WATCHDOG_USEC: '30000000' }, 15_000],
    ['is of this process', { WATCHDOG_USEC: '30000000', WATCHDOG_PID: `${process.pid}` }, 15_000],
    ['of another process is not ours', { WATCHDOG_USEC: '30000000', WATCHDOG_PID: '1' }, undefined],
    ['is not set', {}, undefined],
    ['is not set to a number', { WATCHDOG_USEC: 'soon' }, undefined],
  ])('%s', (_sentence, env, expected) => {
    expect(findServiceManager({ NOTIFY_SOCKET, ...env }).watchdogMs).toBe(expected);
  });
});

test('the journal is where its device and inode are, and nowhere else', () => {
  using file = openTestServiceManager('path');
  const { dev, ino } = statSync(dirname(file.path));
  const folder = openSync(dirname(file.path), 'r');
  expect(isJournal(`${dev}:${ino}`, folder)).toBe(true);
  expect(isJournal(`${dev}:${ino + 1}`, folder)).toBe(false);
  expect(isJournal('', folder)).toBe(false);
  expect(isJournal(undefined, folder)).toBe(false);
  closeSync(folder);
  expect(isJournal(`${dev}:${ino}`, folder)).toBe(false);
});
