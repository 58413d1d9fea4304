// Players with their accounts: what was answered is never lost, and what works once works once.

import { md5Hex } from '../../src/platform/lib/digest.ts';
import { appCode, wrongAppCode } from '../support/authenticator.ts';
import type { SentMail } from '../support/mailbag.ts';
import type { GameServer, GameServers } from './game-servers.ts';
import { type Answer, type Client, hashOf, SECRET_MARK, type World } from './world.ts';

/** An account, as its owner knows it. */
export class Player {
  isVerified = false;
  /** Set while the outcome of a change is not known: its answer was lost. */
  isUnknown = false;
  /** `null` for ever; `undefined` when it is not suspended. */
  suspendedUntil: number | null | undefined;
  /** Since when its browser is logged in. */
  loggedInAt: number | undefined;
  /** The key of the authenticator app. */
  appKey: string | undefined;
  recoveryCodes: string[] = [];
  /** When a code of the app was sent last, and of which moment one was accepted: none works twice. */
  appUsedAt = 0;
  appSpentAt = 0;
  /** Session values, links and codes that no longer work. */
  endedSessions: string[] = [];
  spentLinks: string[] = [];
  /** When a new password was asked for last. */
  forgotAt = 0;
  passwordSetAt = 0;
  /** Emails that have to come: their kind, and since when. */
  awaited: { kind: string; since: number; until: number }[] = [];

  constructor(
    public name: string,
    public email: string,
    public password: string,
    public registeredAt: number,
    public browser: Client,
  ) {}
}

export type Players = ReturnType<typeof createPlayers>;

const DAY_MS = 24 * 60 * 60_000;
const SESSION_GOOD_MS = 29 * DAY_MS;
const UNVERIFIED_KEPT_MS = 14 * DAY_MS;
const MAX_PLAYERS = 40;
/** An email comes within this time when nothing is wrong; after trouble it waits for its next attempt. */
const MAIL_WITHIN_MS = 6_000;
const MAIL_AFTER_TROUBLE_MS = 3 * 60_000;
/** How long the mail server waits at most for the next attempt, after so many that it postponed. */
const MAIL_AGAIN_WITHIN_MINUTES = [1, 5, 15, 60, 240, 720, 720, 1_080];
/** Nothing is sent for so long after an outcome could not be noted. */
const MAIL_PAUSE_MS = 60_000;
/** A mailbox gets a link every ten minutes in the long run. */
const FORGOT_APART_MS = 35 * 60_000;
/** An account gets one link for a new password within a minute. */
const LINKS_APART_MS = 40_000;

/** Makes the players; there is none yet. */
export function createPlayers(world: World, { listCertain, renewSalt }: GameServers) {
  const { random, now } = world;
  const all: Player[] = [];
  /** Links whose outcome was not known when the service was cut. */
  const unsettled: { path: string; isSet: boolean }[] = [];
  let lastNumber = 0;
  let checked = 0;

  /** Far from each other, so that networks share no budget unless they are meant to. */
  function makeAddress(): string {
    lastNumber += 1;
    return `${20 + (lastNumber % 60)}.${random.whole(256)}.${random.whole(256)}.${1 + random.whole(250)}`;
  }

  const makePassword = (): string => `${SECRET_MARK}-${random.text(12)}`;
  const isSuspended = ({ suspendedUntil: until }: Player): boolean =>
    until === null || (until !== undefined && now() < until);
  const isIn = (player: Player): boolean =>
    player.loggedInAt !== undefined &&
    now() - player.loggedInAt < SESSION_GOOD_MS &&
    !isSuspended(player);
  const mayBeDeleted = (player: Player): boolean =>
    !player.isVerified && now() - player.registeredAt > UNVERIFIED_KEPT_MS;
  const known = (filter: (player: Player) => boolean): Player | undefined => {
    const found = all.filter((it) => !it.isUnknown && !mayBeDeleted(it) && filter(it));
    return found.length === 0 ? undefined : random.pick(found);
  };

  function await_(player: Player, kind: string, lifetimeMs: number): void {
    player.awaited.push({ kind, since: now(), until: now() + lifetimeMs });
  }

  /** Takes the emails out of the mailbox of a player; the newest of a kind is returned. */
  function readMail(player: Player, kind: string): SentMail | undefined {
    const own = world.mails.filter(({ to }) => to === player.email);
    return own.filter((mail) => mail.kind === kind).at(-1);
  }

  function isDone(answer: Answer | undefined, what: string): answer is Answer {
    if (answer === undefined || answer.status === 503) return false;
    world.expect(answer.status === 303, `${what} was answered ${answer.status}: ${textOf(answer)}`);
    return true;
  }

  async function openForm(browser: Client): Promise<string> {
    const page = await browser.get('/acc/register/');
    await world.sleep(3_500);
    return /name="challenge" value="([^"]+)"/.exec(page?.text ?? '')?.[1] ?? '';
  }

  function create(): Player {
    lastNumber += 1;
    const name = `P${lastNumber}_${random.text(5)}`;
    const email = `${name}@${SECRET_MARK}.example`;
    return new Player(name, email, makePassword(), now(), world.client(makeAddress()));
  }

  const formOf = ({ name, email, password }: Player, challenge: string) => ({
    ...{ name, email, password, challenge, website: '', proof: '' },
  });

  /** Registers, sometimes by sending the form twice at once. */
  async function register(): Promise<void> {
    const player = create();
    const challenge = await openForm(player.browser);
    if (challenge === '') return;
    player.registeredAt = now();
    all.push(player);
    const twin = random.chance(0.3) ? { ...player, name: `${player.name}x` } : undefined;
    const both = await Promise.all([
      player.browser.submit('/acc/register/', formOf(player, challenge)),
      ...(twin ? [player.browser.submit('/acc/register/', formOf(twin, challenge))] : []),
    ]);
    const good = both.filter((answer) => answer?.status === 303);
    world.expect(good.length <= 1, 'one form registered two accounts');
    if (both.some((answer) => answer === undefined || answer.status === 503) || twin) {
      player.isUnknown = true;
      await resolve(player);
      if (twin && (await world.store.accounts.findAccountByName(twin.name))) twin.isUnknown = true;
      return;
    }
    isDone(both[0], 'a registration');
    await_(player, 'verify address', DAY_MS);
    player.loggedInAt = now();
  }

  /** Finds out what became of a change whose answer was lost: either is right. */
  async function resolve(player: Player): Promise<void> {
    const account = await world.store.accounts.findAccountByName(player.name);
    player.awaited = [];
    player.loggedInAt = undefined;
    if (account === undefined) {
      all.splice(all.indexOf(player), 1);
      return;
    }
    const { totpConfirmedAt } = await world.store.security.findSecurity(account.id);
    if (account.passwordHash !== hashOf(player.password) || totpConfirmedAt !== null) {
      // One more account that nobody uses.
      all.splice(all.indexOf(player), 1);
      return;
    }
    player.isUnknown = false;
    player.appKey = undefined;
    player.isVerified = account.verifiedAt !== null;
    player.suspendedUntil = account.suspendedAt === null ? undefined : account.suspendedUntil;
  }

  /** A change whose answer may be lost; `apply` takes over what was answered. */
  async function change(
    player: Player,
    send: () => Promise<Answer | undefined>,
    apply: (answer: Answer) => void,
  ): Promise<void> {
    player.isUnknown = true;
    const answer = await send();
    if (answer === undefined) return;
    // What was refused because it could not be saved, was not done.
    if (answer.status === 503) return resolve(player);
    player.isUnknown = false;
    apply(answer);
  }

  async function verify(player: Player): Promise<void> {
    const mail = readMail(player, 'verify address');
    const link = mail?.links.find((it) => it.includes('/acc/verify/'));
    if (mail === undefined || link === undefined) return;
    const path = new URL(link).pathname;
    const isCode = random.chance(0.5) && isIn(player);
    troubleDisk();
    const send = (): Promise<Answer | undefined> =>
      isCode
        ? player.browser.submit('/acc/verify/', { act: 'code', code: mail.code })
        : world.client(makeAddress()).submit(path, {});
    player.isUnknown = true;
    const both = await Promise.all(random.chance(0.3) && !isCode ? [send(), send()] : [send()]);
    if (both.some((answer) => answer === undefined || answer.status === 503)) {
      // The link is spent with its effect, or neither.
      if (!world.isCut()) await resolve(player);
      return;
    }
    player.isUnknown = false;
    const good = both.filter((answer) => answer?.status === 303);
    world.expect(
      good.length === 1,
      `of ${both.length} uses of a link or code ${good.length} worked: ${both.map(textOf).join()}`,
    );
    player.isVerified = true;
    player.spentLinks.push(path);
  }

  async function replay(player: Player): Promise<void> {
    const path = random.pick(player.spentLinks);
    const fields = path.includes('reset') ? { new_password: makePassword() } : {};
    const answer = await world.client(makeAddress()).submit(path, fields);
    world.expect(
      answer === undefined || answer.status === 410 || answer.status === 503,
      `a spent link was answered ${answer?.status}`,
    );
  }

  /** As launchers log in. */
  async function logInByLauncher(player: Player): Promise<void> {
    const isWrong = random.chance(0.2);
    const typed = isWrong ? makePassword() : player.password;
    const launcher = world.client(random.chance(0.7) ? player.browser.address : makeAddress());
    const state = await launcher.logIn({ username: player.name, password: typed });
    if (state === undefined) return;
    const { errors } = state;
    if (isTooOften(errors)) return;
    if (isWrong) {
      world.expect(errors.includes('password'), `a wrong password was answered ${errors}`);
      return;
    }
    if (isSuspended(player)) {
      world.expect(!state.authenticated, 'a suspended account logged in');
      return;
    }
    const wanted = player.isVerified ? '' : 'verification';
    world.expect(
      state.authenticated && `${errors}` === wanted && state.username === player.name,
      `the login of ${player.name} was answered ${JSON.stringify(errors)}`,
    );
    await readList(player, launcher);
    if (random.chance(0.5)) await logOut(launcher);
  }

  async function readList(player: Player, client: Client): Promise<void> {
    const certain = listCertain();
    const answer = await client.get('/api/servers');
    if (answer?.status !== 200) return;
    const { servers } = JSON.parse(answer.text) as {
      servers: { hash: string; mppass?: string; ip?: string }[];
    };
    for (const server of certain) {
      const listed = servers.find(({ hash }) => hash === server.hash);
      if (!listCertain().includes(server)) continue;
      world.expect(listed !== undefined, `${server.fields.name} is missing in a player's list`);
      const wanted = player.isVerified ? mppassOf(server, player) : '';
      world.expect(
        listed.mppass === wanted,
        `${player.name} got the mppass "${listed.mppass}" instead of "${wanted}"`,
      );
    }
  }

  /** A server with a new salt lets in who reads the list after that, and nobody else. */
  async function readAroundRestart(player: Player): Promise<void> {
    const servers = listCertain();
    if (servers.length === 0) return;
    await readList(player, player.browser);
    await renewSalt(random.pick(servers));
    await world.sleep(1_200);
    if (!player.isUnknown && isIn(player)) await readList(player, player.browser);
  }

  async function logOut(client: Client): Promise<void> {
    const value = client.session;
    const answer = await client.submit('/acc/logout/', {});
    if (answer === undefined || answer.status !== 303 || value === undefined) return;
    await expectEnded(value);
  }

  async function expectEnded(value: string): Promise<void> {
    const thief = world.client(makeAddress());
    thief.session = value;
    const answer = await thief.get('/api/login/');
    if (answer?.status !== 200) return;
    const { username } = JSON.parse(answer.text) as { username: string | null };
    world.expect(username === null, 'a session that was ended still works');
  }

  /** As browsers log in, with the code of an app where there is one. */
  async function logInByPage(player: Player): Promise<void> {
    const browser = world.client(player.browser.address);
    await browser.get('/acc/login/');
    const { name: username, password } = player;
    const first = await browser.submit('/acc/login/', { username, password });
    if (first === undefined || first.status === 503 || first.status === 429) return;
    world.expect(first.status === 303, `a login was answered ${first.status}: ${textOf(first)}`);
    const needsCode = first.headers.get('location')?.startsWith('/acc/login/code') === true;
    world.expect(
      needsCode === (player.appKey !== undefined) || needsCode,
      'the second factor was not asked for',
    );
    if (player.appKey === undefined) {
      if (needsCode) return;
    } else if (!(await enterCode(player, browser))) return;
    if (player.browser.session !== undefined) player.loggedInAt = undefined;
    player.browser = browser;
    player.loggedInAt = now();
    await expectLoggedIn(player);
  }

  /** Enters a code of the app, or a recovery code, and tries each again. */
  async function enterCode(player: Player, browser: Client): Promise<boolean> {
    const { appKey = '' } = player;
    const send = (code: string) => browser.submit('/acc/login/code/', { login_code: code });
    if (random.chance(0.2)) {
      const answer = await send(wrongAppCode(appKey, now()));
      if (answer === undefined || answer.status === 503) return false;
      world.expect(answer.status !== 303, 'a wrong code of an app was accepted');
    }
    const isRecovery = random.chance(0.3) && player.recoveryCodes.length > 0;
    if (!isRecovery && now() - player.appUsedAt < 95_000) {
      if (player.appSpentAt > 0 && now() - player.appSpentAt < 25_000) {
        const answer = await send(appCode(appKey, player.appSpentAt));
        world.expect(answer?.status !== 303, 'a code of an app was accepted twice');
      }
      return false;
    }
    const sentAt = now();
    const code = isRecovery ? (player.recoveryCodes.pop() ?? '') : appCode(appKey, sentAt);
    if (!isRecovery) player.appUsedAt = sentAt;
    const answer = await send(code);
    if (answer === undefined || answer.status === 503 || answer.status === 429) return false;
    world.expect(answer.status === 303, `a right code was answered ${answer.status}`);
    if (!isRecovery) player.appSpentAt = sentAt;
    if (!isRecovery || random.chance(0.5)) return true;
    await replayRecovery(player, code);
    return true;
  }

  async function replayRecovery(player: Player, code: string): Promise<void> {
    const browser = world.client(player.browser.address);
    await browser.get('/acc/login/');
    const { name: username, password } = player;
    const first = await browser.submit('/acc/login/', { username, password });
    if (first?.status !== 303) return;
    const again = await browser.submit('/acc/login/code/', { login_code: code });
    world.expect(again?.status !== 303, 'a recovery code was accepted twice');
  }

  async function expectLoggedIn(player: Player): Promise<void> {
    const since = player.loggedInAt;
    const answer = await player.browser.get('/api/login/');
    if (answer?.status !== 200 || since === undefined || player.loggedInAt !== since) return;
    if (player.isUnknown || !isIn(player)) return;
    const { username } = JSON.parse(answer.text) as { username: string | null };
    world.expect(username === player.name, `the session of ${player.name} was lost`);
  }

  async function turnOnApp(player: Player): Promise<void> {
    const path = '/acc/security/app/';
    const { browser, password } = player;
    const begun = await browser.submit(path, { password });
    if (begun?.status !== 303) return;
    const setup = await browser.get(path);
    const key = /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(setup?.text ?? '')?.[1];
    if (key === undefined) return;
    const appKey = key.replaceAll(' ', '');
    world.addSecret(appKey);
    player.appUsedAt = now();
    await change(
      player,
      () => browser.submit(`${path}confirm/`, { code: appCode(appKey, now()) }),
      (answer) => {
        world.expect(answer.status === 303, `an app was refused: ${textOf(answer)}`);
        player.appKey = appKey;
        player.appSpentAt = player.appUsedAt;
      },
    );
    if (player.appKey === undefined) return;
    const page = await browser.get('/acc/security/recovery-codes/');
    const codes = page?.text.matchAll(/<code>(\d{4} \d{4} \d{4})<\/code>/g) ?? [];
    player.recoveryCodes = [...codes].map(([, code]) => code ?? '');
  }

  async function changePassword(player: Player): Promise<void> {
    const { browser, password } = player;
    const before = browser.session ?? '';
    const next = makePassword();
    const other = world.client(browser.address);
    const state = await other.logIn({ username: player.name, password });
    await change(
      player,
      () => browser.submit('/acc/password/', { password, new_password: next }),
      (answer) => {
        if (answer.status === 429) return;
        world.expect(answer.status === 303, `a new password was refused: ${textOf(answer)}`);
        const link = resetPathOf(player);
        player.password = next;
        player.passwordSetAt = now();
        player.loggedInAt = now();
        if (state?.authenticated && other.session) player.endedSessions.push(other.session);
        player.endedSessions.push(before);
        // A link for another password is dead from now on.
        if (link !== undefined) player.spentLinks.push(link);
        if (player.isVerified) await_(player, 'password changed', DAY_MS);
      },
    );
  }

  async function forget(player: Player): Promise<void> {
    player.forgotAt = now();
    const send = (): Promise<Answer | undefined> => {
      const who = random.chance(0.5) ? player.name : player.email;
      return world.client(makeAddress()).submit('/acc/forgot/', { who });
    };
    // Of two at once the mailbox gets one.
    if (random.chance(0.3)) await send();
    const answer = await send();
    if (!isDone(answer, 'a forgotten password')) return;
    await_(player, 'reset password', 25 * 60_000);
  }

  /** What works once is used while the disk fails more often than other things are. */
  function troubleDisk(): void {
    if (random.chance(0.2)) world.disk.cutsNext = true;
    else if (random.chance(0.1)) world.disk.setState(random.pick(['full', 'read-only']));
  }

  /** The newest link for a new password. */
  function resetPathOf(player: Player): string | undefined {
    const mail = readMail(player, 'reset password');
    const link = mail?.links.find((it) => it.includes('/acc/reset/'));
    if (mail === undefined || link === undefined) return undefined;
    // It is good for half an hour from when it was asked for, however late it came.
    if (now() - player.forgotAt > 25 * 60_000) return undefined;
    // One that was asked for earlier may come later.
    if (mail.date < player.forgotAt || player.forgotAt < player.passwordSetAt) return undefined;
    return new URL(link).pathname;
  }

  async function reset(player: Player): Promise<void> {
    const path = resetPathOf(player);
    if (path === undefined || player.spentLinks.includes(path)) return;
    const next = makePassword();
    const send = () => world.client(makeAddress()).submit(path, { new_password: next });
    troubleDisk();
    player.isUnknown = true;
    const both = await Promise.all(random.chance(0.4) ? [send(), send()] : [send()]);
    if (both.some((answer) => answer === undefined || answer.status === 503)) {
      await settleReset(player, path, next);
      return;
    }
    player.isUnknown = false;
    const good = both.filter((answer) => answer?.status === 303).length;
    world.expect(good === 1, `of ${both.length} uses of a reset link ${good} worked`);
    noteReset(player, path, next);
  }

  function noteReset(player: Player, path: string, password: string): void {
    player.spentLinks.push(path);
    if (player.browser.session !== undefined && isIn(player)) {
      player.endedSessions.push(player.browser.session);
    }
    player.loggedInAt = undefined;
    player.password = password;
    player.passwordSetAt = now();
  }

  /** After a lost answer the link is spent and the password set, or neither. */
  async function settleReset(player: Player, path: string, next: string): Promise<void> {
    const account = await world.store.accounts.findAccountByName(player.name);
    if (account?.passwordHash === hashOf(next)) {
      player.password = next;
      player.passwordSetAt = now();
    }
    const isSet = player.password === next;
    await resolve(player);
    if (world.isCut()) unsettled.push({ path, isSet });
    else await expectSettled({ path, isSet });
    if (isSet) player.spentLinks.push(path);
  }

  async function expectSettled({ path, isSet }: { path: string; isSet: boolean }): Promise<void> {
    const link = await world.client(makeAddress()).get(path);
    if (link === undefined || link.status === 503) return;
    world.expect(
      (link.status === 410) === isSet,
      `after a failed reset the link is answered ${link.status} and the password is ${isSet ? 'new' : 'old'}`,
    );
  }

  async function leave(player: Player): Promise<void> {
    const { browser, password } = player;
    const value = browser.session ?? '';
    await change(
      player,
      () => browser.submit('/acc/delete/', { password }),
      (answer) => {
        if (answer.status === 429) return;
        world.expect(answer.status === 303, `a deletion was answered ${answer.status}`);
        all.splice(all.indexOf(player), 1);
      },
    );
    if (all.includes(player)) return;
    await expectEnded(value);
  }

  function checkMail(player: Player): void {
    const links = world.mails.filter(
      ({ to, kind }) => to === player.email && kind === 'reset password',
    );
    const [last, before] = [links.at(-1), links.at(-2)];
    const isFlooded =
      last !== undefined && before !== undefined && last.date - before.date < LINKS_APART_MS;
    // After a crash the same email may come again.
    const isTwice = isFlooded && last.messageId !== before.messageId;
    world.expect(!isTwice, 'a mailbox got two links for a new password within a minute');
    player.awaited = player.awaited.filter((awaited) => {
      const { kind, since, until } = awaited;
      const hasCome = world.mails.some(
        (mail) => mail.to === player.email && mail.kind === kind && mail.date >= since - 1_000,
      );
      if (hasCome || now() > until - 60_000) return false;
      const { state, upSince } = world.mailServer;
      // The attempts are further and further apart: never by more than six times the time that had passed.
      const downMs = Math.max(0, upSince - since);
      const waitMs = downMs === 0 ? MAIL_WITHIN_MS : 6 * downMs + MAIL_AFTER_TROUBLE_MS;
      // After trouble with the disk nothing is sent for a while.
      const from = Math.max(since, upSince, world.wellSince + MAIL_PAUSE_MS);
      const isLate = state === 'up' && now() - from > waitMs;
      world.expect(!isLate, `the email "${kind}" did not come within ${now() - since} ms`);
      expectNextAttempt(player, awaited);
      return true;
    });
  }

  /** What the mail server postponed has to be sent again, as long as it is of use. */
  function expectNextAttempt(player: Player, { kind, since, until }: Player['awaited'][number]) {
    for (const mail of world.postponed.values()) {
      if (mail.to !== player.email || mail.kind !== kind || mail.date < since - 1_000) continue;
      const minutes = MAIL_AGAIN_WITHIN_MINUTES[mail.attempts - 1] ?? Number.POSITIVE_INFINITY;
      const dueAt = mail.triedAt + minutes * 60_000;
      if (dueAt > until - 60_000) continue;
      const lateAt = Math.max(dueAt, world.wellSince + MAIL_PAUSE_MS) + MAIL_WITHIN_MS;
      const sentence = `after ${mail.attempts} attempts the email "${kind}" was not sent again`;
      world.expect(now() <= lateAt, `${sentence} for ${now() - mail.triedAt} ms`);
    }
  }

  /** What the service answered about an account has to be in the database. */
  async function checkAccount(player: Player): Promise<void> {
    const { name } = player;
    const account = await world.store.accounts.findAccountByName(name);
    if (player.isUnknown || !all.includes(player)) return;
    if (account === undefined) {
      const isOld = !player.isVerified && now() - player.registeredAt > UNVERIFIED_KEPT_MS;
      world.expect(isOld, `the account ${name} was lost`);
      all.splice(all.indexOf(player), 1);
      return;
    }
    // One that was suspended is kept as long again.
    const keptFrom = Math.max(player.registeredAt, account.suspendedUntil ?? 0);
    const isTooOld = now() - keptFrom > UNVERIFIED_KEPT_MS + 2 * 60 * 60_000;
    world.expect(
      player.isVerified ||
        !isTooOld ||
        player.suspendedUntil !== undefined ||
        !world.isWellFor(DAY_MS),
      `the account ${name} was never verified, and is kept`,
    );
    world.expect(
      account.passwordHash === hashOf(player.password),
      `the password of ${name} was lost`,
    );
    world.expect(
      (account.verifiedAt !== null) === player.isVerified,
      `whether ${name} is verified was lost`,
    );
    const { totpConfirmedAt } = await world.store.security.findSecurity(account.id);
    if (player.isUnknown) return;
    world.expect(
      (totpConfirmedAt !== null) === (player.appKey !== undefined),
      `the second factor of ${name} was lost`,
    );
    const isStored = account.suspendedAt !== null && account.suspendedUntil !== undefined;
    if (player.suspendedUntil === null)
      world.expect(isStored, `the suspension of ${name} was lost`);
  }

  function tidy(): void {
    const before = now() - 2 * DAY_MS;
    if (world.mails.length > 400) {
      world.mails = world.mails.filter(({ date }) => date > before).slice(-300);
    }
    for (const [id, { triedAt }] of world.postponed) {
      if (triedAt < before) world.postponed.delete(id);
    }
    for (const player of all) {
      player.endedSessions.splice(0, player.endedSessions.length - 5);
      player.spentLinks.splice(0, player.spentLinks.length - 5);
    }
  }

  const hasNoApp = (it: Player): boolean => it.appKey === undefined;
  const isReset = (it: Player): boolean => resetPathOf(it) !== undefined;
  const isFresh = (it: Player): boolean =>
    !it.isVerified && now() - it.registeredAt < DAY_MS - 60_000;
  const mayForget = (it: Player): boolean =>
    it.isVerified && hasNoApp(it) && now() - it.forgotAt > FORGOT_APART_MS;
  const isVerifiedIn = (it: Player): boolean => isIn(it) && it.isVerified;
  const mayChange = (it: Player): boolean => isIn(it) && hasNoApp(it);

  /** Who may do what, and how often; what takes many requests is rarer. */
  const ACTIONS: readonly (readonly [
    weight: number,
    who: (player: Player) => boolean,
    action: (player: Player) => Promise<void>,
  ])[] = [
    [28, isFresh, verify],
    [12, (it) => it.spentLinks.length > 0, replay],
    [40, hasNoApp, logInByLauncher],
    [28, (it) => !isSuspended(it), logInByPage],
    [10, (it) => isVerifiedIn(it) && hasNoApp(it), turnOnApp],
    [12, mayChange, changePassword],
    [12, mayForget, forget],
    [16, isReset, reset],
    [12, (it) => it.endedSessions.length > 0, (it) => expectEnded(random.pick(it.endedSessions))],
    [8, isVerifiedIn, readAroundRestart],
    [4, mayChange, leave],
  ];

  return {
    all,
    async step() {
      tidy();
      if (all.length < MAX_PLAYERS && random.chance(all.length < 10 ? 0.5 : 0.15)) {
        return register();
      }
      const [, who, action] = random.weighted(ACTIONS);
      const player = known(who);
      if (player !== undefined) await action(player);
    },
    /** What must be in the database, of so many accounts. */
    async check(most: number) {
      for (const player of all) checkMail(player);
      for (let count = 0; count < Math.min(most, all.length); count += 1) {
        checked += 1;
        const player = all[checked % all.length];
        if (player === undefined) continue;
        await checkAccount(player);
        if (all.includes(player) && !player.isUnknown && isIn(player)) await expectLoggedIn(player);
      }
    },
    /** To be called after a cut, before the service runs again. */
    async noteCut() {
      for (const player of [...all]) if (player.isUnknown) await resolve(player);
    },
    /** To be called when it runs again. */
    async noteStart() {
      for (const one of unsettled.splice(0)) await expectSettled(one);
    },
  };
}

/** What opens a server for a player. */
function mppassOf({ accepted }: GameServer, { name }: Player): string {
  return md5Hex(`${accepted?.salt}${name}`);
}

function isTooOften(errors: readonly string[]): boolean {
  return errors.some((error) => /^(Too many|This service|login_code|.*busy|.*moment)/i.test(error));
}

/** What a page says is wrong. */
function textOf(answer: Answer | undefined): string {
  const alert = /role="alert"[\s\S]{0,600}/.exec(answer?.text ?? '')?.[0] ?? answer?.text ?? '';
  return alert
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}
