// Rallies: players pledge to play on a server if enough others come, and everybody sees how many are coming.

import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { alwaysLeading, type Leadership } from '../../platform/lib/leadership.ts';
import { createJob } from '../../platform/lib/timers.ts';
import { createTokenBuckets, requireToken } from '../../platform/lib/token-buckets.ts';
import { inLanguage } from '../../platform/messages/language.ts';
import { serverFailures } from '../../platform/messages/messages.ts';
import type { Report } from '../../platform/ops/events.ts';
import { isListed, type Registry } from '../registry/index.ts';
import { serverMessages } from '../registry/messages.ts';
import { rallyFailures } from './messages.ts';
import { RALLY_CHOICES } from './rally-matching.ts';
import type { DuePush, PushBrowser, PushKeys, PushSender, RallyStore } from './rally-ports.ts';

const SEND_EVERY_MS = 1_000;
const MAX_ENDPOINT_LENGTH = 1_000;
/** Two players who pledge and withdraw in turn cause an email, a notification and a webhook each time. */
const CHANGE_BUDGET = { refill: 1, everyMs: 6 * 60_000, capacity: 20 };

type Typed = Readonly<Record<string, string>>;
type Owner = { id: number; verifiedAt: number | null };

interface RallyPorts {
  clock: Clock;
  store: RallyStore;
  push: PushSender;
  registry: Pick<Registry, 'findLive'>;
  report: Report;
  leadership?: Pick<Leadership, 'confirm'>;
}

export function createRallies(ports: RallyPorts) {
  const { clock, store, push, registry } = ports;
  const budget = createTokenBuckets(clock, CHANGE_BUDGET);

  function choose(field: keyof typeof RALLY_CHOICES, typed: Typed): number {
    if (RALLY_CHOICES[field].includes(typed[field] ?? '')) return Number(typed[field]);
    throw new Failure('invalid', rallyFailures.choice, { field });
  }

  let kept: PushKeys | undefined;
  const openPush = async () => (kept ??= await store.keepPushKeys(await push.makeKeys()));

  /** `wanted` is the lowest number that a waiting player asks for, `coming` the number told; `undefined` unlisted. */
  async function find(hash: string, accountId?: number) {
    const server = registry.findLive(hash);
    if (server === undefined || !isListed(server)) return undefined;
    const pledges = await store.listPledges(hash, clock.now());
    const own = pledges.find((each) => each.accountId === accountId);
    const wanted = pledges.filter(({ metAt }) => metAt === null).map((each) => each.wanted);
    return {
      choices: RALLY_CHOICES,
      name: server.listing.name,
      pledged: pledges.length,
      wanted: wanted.toSorted((one, other) => one - other)[0],
      coming: pledges.length - wanted.length,
      own: own && { ...own, browsers: await store.countBrowsers(own.accountId) },
      pushKey: own && (await openPush()).publicKey,
    };
  }

  const sendDue = createPushes(ports, openPush, find);

  return {
    jobs: [createJob('send notifications', SEND_EVERY_MS, sendDue, 'leader')],
    find,
    openPush,
    sendDue,
    /**
     * Does what the form asks: pledges, withdraws, or starts or stops notifications in a browser. Throws
     * `rate_limited`, `invalid`, `forbidden` while not verified, and `conflict` when the server is not listed.
     */
    async change({ id: accountId, verifiedAt }: Owner, hash: string, typed: Typed): Promise<void> {
      const now = clock.now();
      requireToken(budget, `${accountId}`, serverFailures.nextChange);
      if (typed.rally === 'no') return store.removePledge(accountId, hash);
      if (typed.push === 'no') return store.saveBrowser(accountId, undefined, now);
      if (typed.push) return store.saveBrowser(accountId, parseBrowser(typed), now);
      if (verifiedAt === null) throw new Failure('forbidden', rallyFailures.notVerified);
      const wanted = choose('wanted', typed);
      const expiresAt = now + choose('minutes', typed) * 60_000;
      const found = await find(hash);
      if (found === undefined) throw new Failure('conflict', rallyFailures.notListed);
      await store.addPledge({ accountId, hash, wanted, madeAt: now, expiresAt }, found.name);
    },
  };
}

export type Rallies = ReturnType<typeof createRallies>;

/** Sends the due notifications. Only the leader runs it. */
function createPushes(
  { clock, store, push, report, leadership = alwaysLeading }: RallyPorts,
  openPush: () => Promise<PushKeys>,
  find: (hash: string) => Promise<{ name: string; coming: number } | undefined>,
) {
  /** The notified pledges that are not saved yet. */
  const unsaved = new Map<string, string>();

  async function send(due: DuePush): Promise<void> {
    const { endpoint, hash, madeAt } = due;
    // The end of a pledge moves with the clock, so it cannot identify the pledge.
    const pledge = `${hash} ${madeAt}`;
    // Otherwise the current leader sends it.
    if (!(await leadership.confirm())) return;
    if (unsaved.get(endpoint) === pledge) return settle(due, false);
    const status = await post(due);
    // 403: the browser knows the site by another key, for example after a restored database.
    const isGone = status === 403 || status === 404 || status === 410;
    const isTaken = status >= 200 && status < 300;
    if (isTaken) unsaved.set(endpoint, pledge);
    if (isGone || isTaken) await settle(due, isGone);
  }

  async function settle(due: DuePush, isGone: boolean): Promise<void> {
    if ((await store.settlePush(due, isGone)) || isGone) unsaved.delete(due.endpoint);
  }

  /** Returns the status of the answer; 0 when there is nothing to notify of any more. */
  async function post(due: DuePush): Promise<number> {
    const { hash, expiresAt, language } = due;
    const rally = await find(hash);
    if (rally === undefined || rally.coming === 0) return 0;
    const title = stripColourCodes(rally.name);
    const body = inLanguage(language, () => serverMessages.rally.coming(rally.coming));
    const text = JSON.stringify({ title, body, path: `/server/play/${hash}/` });
    const ttlSeconds = Math.ceil((expiresAt - clock.now()) / 1_000);
    return push.send(due, await openPush(), text, ttlSeconds).catch(() => 410);
  }

  /** Does not wait: a push service may be slow, and a failed notification is due again. */
  return async (): Promise<void> => {
    const failed = (error: unknown) => report('task_failed', { task: 'send notifications', error });
    for (const due of await store.takeDuePushes(clock.now())) send(due).catch(failed);
  };
}

function parseBrowser({ endpoint = '', browserKey = '', authSecret = '' }: Typed): PushBrowser {
  const url = endpoint.length <= MAX_ENDPOINT_LENGTH ? URL.parse(endpoint) : null;
  const isWhole = /^B[\w-]{86}$/.test(browserKey) && /^[\w-]{22}$/.test(authSecret);
  if (isWhole && url?.protocol === 'https:') return { endpoint, browserKey, authSecret };
  throw new Failure('invalid', serverMessages.rally.pushFailed);
}
