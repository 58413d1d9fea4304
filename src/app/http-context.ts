// What the routes work with: the modules, the settings of the latest reload, and the events of requests.

import type { AccountsModule } from '../accounts/accounts.ts';
import type { Settings } from '../config/settings.ts';
import type { HttpContext } from '../http/context.ts';
import { createFormRepeats } from '../http/form-repeats.ts';
import { createTokenCheck } from '../http/monitoring.ts';
import type { Clock } from '../lib/clock.ts';
import { systemTimers } from '../lib/timers.ts';
import {
  createMetricsGate,
  createProxyCheck,
  createRequestAddress,
} from '../net/client-address.ts';
import { report as reportEvent } from '../ops/events.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { ServiceOverrides } from './overrides.ts';

type Parts = Pick<HttpContext, 'baseUrl' | 'site' | 'servers' | 'moderation' | 'mail'> &
  Pick<HttpContext, 'readiness' | 'traffic' | 'webClient' | 'drawCard'> & {
    accounts: AccountsModule;
    metrics: Metrics;
    clock: Clock;
  };

/** Creates the context; `settings` are those that a reload changes. */
export function createHttpContext(
  settings: Settings,
  { accounts, metrics, clock, ...parts }: Parts,
  {
    timers = systemTimers,
    webClient,
    report = reportEvent,
    examine,
    alterContext = (made) => made,
  }: ServiceOverrides,
): HttpContext {
  const addressOf = createRequestAddress(settings);
  const mayReadMetrics = createMetricsGate(settings, addressOf);
  const carriesToken = createTokenCheck(settings);
  return alterContext({
    ...parts,
    accounts: accounts.accounts,
    administration: accounts.administration,
    audit: accounts.audit,
    registration: accounts.registration,
    settings,
    timers,
    clock,
    answerOnce: createFormRepeats(clock),
    examine,
    metrics: {
      ...metrics,
      mayRead: (request) => mayReadMetrics(request) || carriesToken(request),
    },
    addressOf,
    webClient: webClient ?? parts.webClient,
    isRelayOn: settings.isRelayOn,
    refuseProxy: createProxyCheck(settings, (proxy) => report('proxy_refused', { proxy })),
    report,
  });
}
