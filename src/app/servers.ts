// Opens the modules about game servers, lower ones first, and gives each the ports that it needs from the others.

import { takeClaimCodes as takeCodes } from '../modules/claims/claim-code.ts';
import { openClaims } from '../modules/claims/open.ts';
import { createFavourites } from '../modules/favourites/favourites.ts';
import { openHeartbeats } from '../modules/heartbeat/open.ts';
import { openPortChecks } from '../modules/heartbeat/port-check.ts';
import { openHistory } from '../modules/history/history.ts';
import { openList } from '../modules/list/open.ts';
import { createServerSearch } from '../modules/list/search.ts';
import { createServerLookup } from '../modules/list/server-lookup.ts';
import { openMirrors } from '../modules/mirrors/open.ts';
import { createLiveOverview } from '../modules/moderation/live-overview.ts';
import { openOddServers } from '../modules/moderation/odd-servers.ts';
import { createAbsentServers, openModeration } from '../modules/moderation/open.ts';
import { createServerReports } from '../modules/moderation/reports.ts';
import { createRallies } from '../modules/rallies/rallies.ts';
import { openRegistry, openReplication } from '../modules/registry/open.ts';
import type { OtherReplicas } from '../modules/registry/server-ports.ts';
import { createReturnAlerts } from '../modules/return-alerts/return-alerts.ts';
import { createBreakdown } from '../modules/statistics/breakdown.ts';
import { openWebhooks } from '../modules/webhooks/open.ts';
import type { WebhookPorts } from '../modules/webhooks/webhooks.ts';
import { createTraffic, type Traffic } from '../platform/http/monitoring.ts';
import type { Leadership } from '../platform/lib/leadership.ts';
import type { Report } from './events.ts';
import { createModules, type Modules } from './modules.ts';
import type { ModuleStores } from './stores.ts';

/** The open modules. Hashes are lower case. */
export type Servers = Awaited<ReturnType<typeof openServers>>;

type PortsOf<Open extends (ports: never) => unknown> = Parameters<Open>[0];

type Store = 'claims' | 'favourites' | 'history' | 'reports' | 'returnAlerts' | 'visits';

/** What the modules need of the root: stores, settings and the outside world. */
export type ServersOptions = Pick<ModuleStores, Store> &
  Omit<PortsOf<typeof openRegistry>, 'isShared'> &
  Pick<PortsOf<typeof openClaims>, 'managers'> &
  Pick<PortsOf<typeof openPortChecks>, 'timers' | 'probe' | 'limits'> &
  Pick<PortsOf<typeof openModeration>, 'moderation' | 'changes' | 'limits'> &
  Pick<PortsOf<typeof openList>, 'format' | 'compress' | 'limits'> &
  Pick<PortsOf<typeof openMirrors>, 'mirrors'> & {
    others?: OtherReplicas | undefined;
    leadership?: Pick<Leadership, 'term' | 'confirm'>;
    rallies: Pick<PortsOf<typeof createRallies>, 'store' | 'push'>;
    webhooks: WebhookPorts;
    traffic?: Traffic;
    report: Report;
  };

type Add = Modules['add'];

export async function openServers(options: ServersOptions, modules = createModules()) {
  const base = await openBase(modules.add, options);
  const lists = await openLists(modules.add, options, base);
  return { ...base, ...lists, ...openAbove(modules.add, options, { ...base, ...lists }) };
}

type Base = Awaited<ReturnType<typeof openBase>>;
type Lists = Awaited<ReturnType<typeof openLists>>;

/** Opens the registry and the modules that decide about its servers. */
async function openBase(add: Add, options: ServersOptions) {
  const { claims: store, moderation } = options;
  const isShared = options.others !== undefined;
  const opened = add('registry', await openRegistry({ ...options, isShared }));
  const { registry, subscribe } = opened;
  add('saving', { metrics: opened.savingMetrics });
  const portChecks = add('port checks', openPortChecks({ ...options, registry, subscribe }));
  const checkPort = portChecks.reachability.check;
  const operators = add('claims', openClaims({ ...options, store, registry, checkPort }));
  const { claims, subscribe: onClaims } = operators;
  const decided = add(
    'moderation',
    await openModeration({ ...options, moderation, registry, claims, onClaims }),
  );
  const { moves, publicAddresses, presentHash, formersOf, showCodes } = operators;
  const { rules, isBanned, findBan, isPastShown, isHidden, findRelayTarget } = decided;
  return {
    registry,
    subscribe,
    onClaims,
    portChecks,
    claims,
    moves,
    publicAddresses,
    presentHash,
    formersOf,
    showCodes,
    rules,
    isBanned,
    findBan,
    isPastShown,
    isHidden,
    findRelayTarget,
    reloadModeration: decided.reload,
    checkDuePorts: portChecks.checkDuePorts,
    sweep: opened.sweep,
    count: opened.count,
    flush: opened.flush,
    adjustClock: opened.adjustClock,
    refreshCountries: registry.refreshCountries,
  };
}

/** Opens the modules that show servers or change what is shown: list, history, mirrors, heartbeats. */
async function openLists(add: Add, options: ServersOptions, base: Base) {
  const { history: store, others, traffic = createTraffic() } = options;
  const { registry, claims, rules, showCodes: onCodes } = base;
  const ports = { ...options, ...base, traffic };
  const list = add('list', openList({ ...ports, store: options.visits, history: store }));
  const { readyList, ranking } = list;
  const isShared = others !== undefined;
  const history = add('history', await openHistory({ ...ports, store, isShared }));
  base.onClaims({ rehashed: (hashes) => void history.forgetSeries(hashes) });
  const odd = add('odd servers', openOddServers({ ...ports, history }));
  const mirrors = add('mirrors', openMirrors(ports));
  const ownerOf = (hash: string) => claims.findClaim(hash)?.accountId;
  const { wasPlayedOn } = history;
  const heartbeats = add(
    'heartbeats',
    openHeartbeats({ ...ports, takeCodes, onCodes, ownerOf, wasPlayedOn }),
  );
  if (others !== undefined) add('replication', openReplication({ ...ports, others }));
  return {
    list: readyList,
    playerLists: list.playerLists,
    ranking,
    history,
    findOdd: odd.find,
    countOdd: odd.count,
    announce: heartbeats.announce,
    counts: heartbeats.counts,
    operatorReports: heartbeats.operatorReports,
    onRefused: heartbeats.onRefused,
    /** The public servers in the order of the ready list, best first; the same array until the list is rebuilt. */
    listPublic: readyList.listPublic,
    /** The same servers with those of other sites, for the list page and the search. */
    listShown: () => mirrors.addTo(readyList.listPublic()),
    measureMirrors: mirrors.measure,
    findAbsent: createAbsentServers(history, base),
    findServer: createServerLookup(ports),
    search: createServerSearch(claims, ranking.rankOf),
    breakDown: createBreakdown(readyList.listPublic, claims.findClaim),
    overview: createLiveOverview({
      registry,
      rules,
      listShown: readyList.listServers,
      now: options.clock.now,
    }),
  };
}

/** Opens the modules for actions of players, operators and moderators on servers. */
function openAbove(add: Add, options: ServersOptions, below: Base & Lists) {
  const ports = { ...options, ...below };
  const { returnAlerts: store } = options;
  const isAway = async (hash: string) => (await below.findAbsent(hash)).past !== undefined;
  const { webhooks, watch } = add('webhooks', openWebhooks({ ...ports, ...options.webhooks }));
  return {
    rallies: add('rallies', createRallies({ ...ports, ...options.rallies })),
    returnAlerts: add('return alerts', createReturnAlerts({ ...ports, store, isAway })),
    webhooks,
    watch,
    reports: createServerReports({ ...ports, store: options.reports }),
    favourites: createFavourites({ ...ports, store: options.favourites }),
  };
}
