// Lets launchers in without a password: a launcher shows a code, and the player approves it in the browser.
//
// Only the account whose name was typed into the launcher may approve. RFC 8628 lets anybody approve who has the code;
// here, whoever spreads a code would then get into the account of anybody who enters it. The launcher would also refuse
// the session, since it skips its second step only for the typed name. The draft "Cross-Device Flows: Security Best
// Current Practice" asks for short-lived codes that work once, for the place of the device on the page of the approval,
// and for limits. No link contains a code, because somebody could send the link to a victim.

import { groupOfAddress } from '../../platform/lib/address.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { sha256Hex } from '../../platform/lib/digest.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { createNetworkBudget } from '../../platform/lib/network-budget.ts';
import { createReadableCode } from '../../platform/lib/readable-code.ts';
import { openSessionStates } from '../../platform/lib/shared-states.ts';
import type { SharedStates, StateSet } from '../../platform/lib/state-ports.ts';
import { readCode } from '../../platform/lib/typed-code.ts';
import type { AccountVisitor, Caller } from '../../platform/lib/visitor.ts';
import {
  type Account,
  type AccountLog,
  type AccountStore,
  type Attempts,
  createAttempts,
  type GuessOutcome,
  isAccountName,
  tooManyAttempts,
} from '../account/index.ts';
import type { AccountSessions, Devices, Visitor } from '../sessions/index.ts';
import { linkFailures } from './messages.ts';

const LINK_PASSWORD = 'link';
const CODE_GROUPS = 2;
/** How long a code works, and how long the launcher may use an approval. */
const LIFETIME_MS = 5 * 60_000;
const MAX_WAITING = 10_000;

/** The launcher's line holds this many characters besides the colour. */
const LAUNCHER_LINE = 62;

/** Codes that launchers get. With these budgets, fewer than `MAX_WAITING` are valid at any time. */
const CODES_MADE = {
  kind: 'codes of launchers',
  ofAddress: { refill: 1, everyMs: 60_000, capacity: 10 },
  ofAll: { refill: 1, everyMs: 500, capacity: 4_000 },
};

/** Wrong codes that players enter, on one account and from one address. */
const CODES_ENTERED = { windowMs: 10 * 60_000, keysAtMost: 10_000 };
const OF_ACCOUNT = { ...CODES_ENTERED, kind: 'launcher codes of an account', limit: 10 };
const OF_ADDRESS = { ...CODES_ENTERED, kind: 'launcher codes from an address', limit: 30 };

/** A launcher that waits. Its key is the digest of its session. */
interface Waiting {
  codeDigest: string;
  /** The typed name in lower case. */
  name: string;
  device: string;
  country: string;
  address: string;
  askedAt: number;
  approval?: Approval;
}

interface Approval {
  accountId: number;
  at: number;
  /** The session of the browser. Its end, such as by a suspension or a new password, ends the approval. */
  sessionHandle: string;
}

/** The launcher that the player of a browser's session looks at. */
interface Review {
  key: string;
  codeDigest: string;
}

/** Names the page and the code; `undefined` if the host is too long for the launcher's line. */
export function writeLinkText(host: string, code: string): string | undefined {
  const texts = [`Open ${host}/link and enter ${code}`, `${host}/link: ${code}`];
  return texts.find(({ length }) => length <= LAUNCHER_LINE);
}

export interface LauncherLinkPorts {
  host: string;
  clock: Clock;
  states: SharedStates;
  accounts: AccountStore;
  accountSessions: AccountSessions;
  devices: Devices;
  log: AccountLog;
  report: Parameters<typeof createNetworkBudget>[0]['report'];
}

interface WaitingLaunchers {
  waiting: StateSet<Waiting>;
  /** The launcher of each code, under the digest of the code. A newer code of the launcher replaces an older one. */
  codes: StateSet<string>;
}

export function createLauncherLinks(ports: LauncherLinkPorts) {
  const { host, states } = ports;
  const launchers: WaitingLaunchers = {
    waiting: states.open('launchers that wait', { most: MAX_WAITING }),
    codes: states.open('codes of launchers that wait', { most: MAX_WAITING }),
  };
  return {
    isOffered: writeLinkText(host, createReadableCode(CODE_GROUPS)) !== undefined,
    password: LINK_PASSWORD,
    ...createLinkLogin(ports, launchers),
    ...createReviews(ports, launchers),
  };
}

export type LauncherLinks = ReturnType<typeof createLauncherLinks>;

/** What launchers ask for: a code to show, and later the approval of the player. */
function createLinkLogin(ports: LauncherLinkPorts, { waiting, codes }: WaitingLaunchers) {
  const { host, accounts, accountSessions, devices } = ports;
  const budget = createNetworkBudget(ports, CODES_MADE);

  /** C4.22 */
  async function findLinkAnswer(
    visitor: Visitor,
    username: string,
    caller: Caller,
  ): Promise<string | undefined> {
    const typed = username.trim();
    if (!isAccountName(typed) || visitor.kind === 'none' || !isLauncher(caller)) return undefined;
    const name = typed.toLowerCase();
    if (visitor.kind === 'account' && nameOf(visitor.account) === name) return 'logged in';
    const code = createReadableCode(CODE_GROUPS).toUpperCase();
    const text = writeLinkText(host, code);
    if (text === undefined) return undefined;
    const seconds = await budget.spend(caller.address);
    if (seconds > 0) throw tooManyAttempts(seconds * 1_000);
    const key = sha256Hex(visitor.value);
    const codeDigest = digestOf(code);
    const asker = { ...devices.describe(caller), address: caller.address };
    // The answer is the same whether or not the account exists.
    await put(waiting, key, (now) => ({ ...asker, askedAt: now, codeDigest, name }));
    await put(codes, codeDigest, () => key);
    return text;
  }

  async function takeApproval(sessionValue: string, caller: Caller) {
    if (!isLauncher(caller)) return undefined;
    const key = sha256Hex(sessionValue);
    const approvalOf = (found: Waiting | undefined, now: number) => {
      const isSeen = found && groupOfAddress(found.address) === groupOfAddress(caller.address);
      return isSeen && found.approval && isYoung(found.approval.at, now) ? found : undefined;
    };
    // Most launchers have no approval, and a look costs less than a change.
    if ((await waiting.look(key, approvalOf)) === undefined) return undefined;
    const taken = await waiting.update(key, (found, now) => {
      const result = approvalOf(found, now);
      return result === undefined ? { result } : { result, next: 'removed' };
    });
    return taken?.approval && findApproved(taken.name, taken.approval);
  }

  /** The account, unless it was renamed since the approval, or the session of the browser ended. */
  async function findApproved(name: string, approval: Approval): Promise<Account | undefined> {
    const { accountId, sessionHandle } = approval;
    const account = await accounts.findAccountById(accountId);
    if (account === undefined || nameOf(account) !== name) return undefined;
    const sessions = await accountSessions.list(accountId);
    return sessions.some(({ handle }) => handle === sessionHandle) ? account : undefined;
  }

  return { findLinkAnswer, takeApproval };
}

/** What players do in the browser: they enter the code of a launcher, look at the launcher, and decide. */
function createReviews(ports: LauncherLinkPorts, { waiting, codes }: WaitingLaunchers) {
  const { states, accountSessions, devices, log } = ports;
  const onAccount = createAttempts(states, OF_ACCOUNT);
  const fromAddress = createAttempts(states, OF_ADDRESS);
  const bounds = { most: MAX_WAITING, lifetimeMs: LIFETIME_MS };
  const reviews = openSessionStates<Review>(states, 'launchers under review', bounds);

  /** Returns the digest of the launcher's session if it waits with this code for this account. */
  async function findKey(account: Account, codeDigest: string): Promise<string | undefined> {
    const key = await codes.look(codeDigest, (found) => found);
    if (key === undefined) return undefined;
    const isFound = await waiting.look(key, (found, now) =>
      isOpen(found, codeDigest, account, now),
    );
    return isFound ? key : undefined;
  }

  /** Changes the launcher under review, once. Throws `conflict` if it no longer waits. */
  async function decide(
    { value, account }: AccountVisitor<Account>,
    decision: (found: Waiting, now: number) => { state: Waiting; until: number } | 'removed',
  ): Promise<Waiting> {
    const review = await reviews.find(value);
    const decided =
      review &&
      (await waiting.update(review.key, (found, now) =>
        isOpen(found, review.codeDigest, account, now)
          ? { result: found, next: decision(found, now) }
          : { result: undefined },
      ));
    await reviews.drop(value);
    if (decided === undefined) throw new Failure('conflict', linkFailures.gone, { field: 'code' });
    return decided;
  }

  return {
    /** Finds the launcher that shows this code, for the review. Throws `invalid`, and `LoginFailure` after guesses. */
    async enterCode({ value, account }: AccountVisitor<Account>, typed: string, caller: Caller) {
      if (typed.trim() === '') throw wrongCode(linkFailures.missing);
      const codeDigest = digestOf(typed);
      const key = await guess(fromAddress, groupOfAddress(caller.address), () =>
        guess(onAccount, `${account.id}`, () => findKey(account, codeDigest)),
      );
      if (key === undefined) throw wrongCode(linkFailures.wrong(account.name));
      await reviews.put(value, { key, codeDigest });
    },

    /** The launcher under review, and the country of the browser; `undefined` when the launcher no longer waits. */
    async findReview({ value, account }: AccountVisitor<Account>, caller: Caller) {
      const review = await reviews.find(value);
      const launcher =
        review &&
        (await waiting.look(review.key, (found, now) =>
          isOpen(found, review.codeDigest, account, now) ? found : undefined,
        ));
      if (launcher === undefined) return undefined;
      const isSameNetwork = groupOfAddress(launcher.address) === groupOfAddress(caller.address);
      return { launcher, isSameNetwork, browserCountry: devices.describe(caller).country };
    },

    /** Lets the launcher in, and notes it in the account's log. Throws `conflict`. */
    async approve(visitor: AccountVisitor<Account>): Promise<void> {
      const { account, value } = visitor;
      const sessionHandle = accountSessions.handleOf(value);
      const { device, country } = await decide(visitor, (found, now) => {
        const approval = { accountId: account.id, at: now, sessionHandle };
        return { state: { ...found, approval }, until: now + LIFETIME_MS };
      });
      await log.note(account.id, 'launcher approved', { device, country });
    },

    /** Keeps the launcher out. Throws `conflict`. */
    async refuse(visitor: AccountVisitor<Account>): Promise<void> {
      await decide(visitor, () => 'removed');
    },
  };
}

/** Compatibility: other programs cannot show a text (C4.21). */
const isLauncher = ({ userAgent }: Caller) => userAgent.startsWith('ClassiCube');

const nameOf = ({ name }: Account) => name.toLowerCase();
const digestOf = (code: string) => sha256Hex(`launcher code ${readCode(code)}`);

/** Whether a time is at most five minutes ago. A time in the future is from before the clock was set back. */
const isYoung = (at: number, now: number) => at <= now && now - at < LIFETIME_MS;

function isOpen(
  found: Waiting | undefined,
  codeDigest: string,
  account: Account,
  now: number,
): found is Waiting {
  if (found === undefined || found.approval !== undefined) return false;
  const isAsked = found.codeDigest === codeDigest && found.name === nameOf(account);
  return isAsked && isYoung(found.askedAt, now);
}

/** Keeps a state for five minutes. */
const put = <State>(states: StateSet<State>, key: string, make: (now: number) => State) =>
  states.update(key, (_, now) => ({
    result: undefined,
    next: { state: make(now), until: now + LIFETIME_MS },
  }));

const wrongCode = (sentence: string) => new Failure('invalid', sentence, { field: 'code' });

/** Counts a guess, which is wrong if nothing is found. Throws `LoginFailure` after too many wrong ones. */
async function guess<Found>(
  attempts: Attempts,
  key: string,
  find: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const end = await attempts.begin(key);
  let counts: GuessOutcome = 'neither';
  try {
    const found = await find();
    counts = found === undefined ? 'wrong' : 'right';
    return found;
  } finally {
    await end(counts);
  }
}
