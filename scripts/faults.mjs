// The faults of the table in docs/operating.md, and the tests that make them; npm run test:faults runs those.

/** By the name of the fault. A test compares this with the table. */
export const FAULT_TESTS = {
  'full disk': ['tests/e2e/faults.load.test.ts', 'tests/e2e/lost-files.slow.test.ts'],
  'read-only disk or file at a start': [
    'tests/e2e/faults.load.test.ts',
    'tests/store/refused-files.slow.test.ts',
  ],
  'damaged page of any table': [
    'tests/store/damage.test.ts',
    'tests/store/damage-watch.slow.test.ts',
    'tests/e2e/damage.slow.test.ts',
  ],
  'deleted or replaced database': ['tests/e2e/lost-files.slow.test.ts'],
  'database locked by another program for 20 s': ['tests/e2e/slow-storage.load.test.ts'],
  'slow disk': ['tests/e2e/slow-storage.load.test.ts'],
  'clock set by three hours': ['tests/e2e/faults.load.test.ts', 'tests/servers/clock-step.test.ts'],
  'no file descriptors left': ['tests/e2e/descriptors.load.test.ts'],
  '4,000 slow connections': ['tests/e2e/faults.load.test.ts'],
  'mail server that hangs': ['tests/e2e/mail.slow.test.ts', 'tests/e2e/account-crash.slow.test.ts'],
  'broken GeoIP file': ['tests/e2e/faults.load.test.ts', 'tests/net/country-reload.slow.test.ts'],
  'broken certificate': ['tests/e2e/tls.slow.test.ts', 'tests/net/certificate.test.ts'],
  'two services on one folder': [
    'tests/e2e/restart.test.ts',
    'tests/store/folder-lock.slow.test.ts',
  ],
  '`kill -9`': ['tests/e2e/crash.load.test.ts', 'tests/e2e/account-crash.slow.test.ts'],
  'a replica is killed, stopped or cut off from the database': [
    'tests/e2e/replicas.load.test.ts',
    'tests/e2e/replicas-chaos.load.test.ts',
  ],
  'the leader hangs or is killed': [
    'tests/store/leadership.slow.test.ts',
    'tests/e2e/leader.slow.test.ts',
  ],
  'power cut': ['tests/e2e/power-loss.slow.test.ts'],
};

/** For `npm run test:faults`: the longest form of each, where there is a shorter one. */
export const LONG_FORM = { MUSTER_TEST_KILLS: '100', MUSTER_TEST_LONG: '1' };
