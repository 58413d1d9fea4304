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
import type { HttpContext } from './context.ts';
import { report as reportEvent } from './events.ts';
import { skinFolder } from './facts.ts';
import { readFrame } from './frame.ts';
import type { Settings } from './options.ts';
import type { ServiceOverrides } from './overrides.ts';

/** The parts of the context that come from settings and overrides. */
type Made =
  | 'visitors'
  | 'readFrame'
  | 'staff'
  | 'settings'
  | 'skinUrl'
  | 'timers'
  | 'answerOnce'
  | 'examine'
  | 'addressOf'
  | 'isRelayOn'
  | 'refuseProxy'
  | 'report';

type Parts = Omit<HttpContext, Made | 'metrics'> & {
  metrics: Metrics;
  recogniseVisitor: HttpContext['visitors']['find'];
};

/** Creates the context. A reload changes `settings` in place. */
export function createHttpContext(
  settings: Settings,
  { recogniseVisitor, metrics, ...parts }: Parts,
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
    visitors: {
      find: recogniseVisitor,
      keepSession: (visitor) => parts.login.describeLogin(visitor).sessionValue,
    },
    readFrame: () => readFrame(parts),
    staff: {
      isFactorRequired: () => settings.isStaffTwoFactorRequired,
      hasFactor: parts.hasTwoFactor,
    },
    skinUrl: skinFolder && `${parts.baseUrl}${skinFolder}`,
    settings,
    timers,
    answerOnce: createFormRepeats(parts.clock),
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
