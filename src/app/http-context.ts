// Creates the context of the routes: the modules, the settings of the latest reload, and the events of requests.

import { createFormRepeats } from '../platform/http/form-repeats.ts';
import { createTokenCheck } from '../platform/http/monitoring.ts';
import { systemTimers } from '../platform/lib/timers.ts';
import {
  createMetricsGate,
  createProxyCheck,
  createRequestAddress,
} from '../platform/net/client-address.ts';
import type { Metrics } from '../platform/ops/metrics.ts';
import type { AccountsModule } from './accounts.ts';
import type { HttpContext } from './context.ts';
import { report as reportEvent } from './events.ts';
import { readFrame } from './frame.ts';
import type { Settings } from './options.ts';
import type { ServiceOverrides } from './overrides.ts';

type Parts = Pick<
  HttpContext,
  | 'baseUrl'
  | 'site'
  | 'servers'
  | 'moderation'
  | 'mail'
  | 'readiness'
  | 'traffic'
  | 'webClient'
  | 'drawCard'
  | 'clock'
> & { accounts: AccountsModule; metrics: Metrics };

/** Creates the context. A reload changes `settings` in place. */
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
    visitors: {
      find: accounts.accounts.recogniseVisitor,
      keepSession: (visitor) => accounts.accounts.describeLogin(visitor).sessionValue,
    },
    readFrame: () => readFrame(parts, accounts.registration),
    staff: {
      lacksFactor: async (id) =>
        settings.isStaffTwoFactorRequired && !(await accounts.accounts.hasTwoFactor(id)),
    },
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
