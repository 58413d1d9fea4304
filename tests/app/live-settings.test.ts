// Settings that change while the service runs: who was given them reads the new values.

import { describe, expect, test } from 'bun:test';
import { createAddresses, registrationRulesOf } from '../../src/app/live-settings.ts';
import { loadSettings } from '../../src/config/load.ts';
import type { Settings } from '../../src/config/settings.ts';
import { requestFrom } from '../support/test-app.ts';

const load = (): Settings => loadSettings({ flags: {}, env: {}, cwd: '/nowhere' }).settings;

describe('settings that change', () => {
  test('are the rules of registration at once', () => {
    const settings = load();
    const rules = registrationRulesOf(settings);
    Object.assign(settings, {
      registration: 'closed',
      isProofOfWorkRequired: false,
      registrationsPerAddress: 1,
      registrationsPerHour: 2,
      reservedNames: ['Bob'],
      unverifiedDays: 3,
    });
    expect(rules).toMatchObject({
      mode: 'closed',
      isProofOfWorkRequired: false,
      perAddress: 1,
      inAll: 2,
      reservedNames: ['Bob'],
      unverifiedDays: 3,
    });
  });

  test('tell from the next request on whom it came from, and who may read the metrics', () => {
    const settings = load();
    const { addressOf, mayReadMetrics } = createAddresses(settings, () => {});
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const request = requestFrom('127.0.0.1', { headers });
    expect(addressOf(request)).toBe('127.0.0.1');
    expect(mayReadMetrics(request)).toBe(false);
    settings.trustedProxies = ['127.0.0.0/8'];
    expect(addressOf(request)).toBe('198.51.100.9');
    expect(mayReadMetrics(request)).toBe(false);
    settings.metricsAllow = ['198.51.100.0/24'];
    expect(mayReadMetrics(request)).toBe(true);
  });
});
