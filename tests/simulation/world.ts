// The simulated world: the real service on a simulated machine, the requests that reach it, and what must hold of every answer.

import { createHash } from 'node:crypto';
import type { Store } from '../../src/app/open-stores.ts';
import type { ServiceOverrides } from '../../src/app/overrides.ts';
import { type Service, startService } from '../../src/app/service.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import type { PostWebhook } from '../../src/platform/lib/outgoing-request.ts';
import { configureLog } from '../../src/platform/ops/log.ts';
import { createInProcessListener } from '../support/in-process-listener.ts';
import { readLinksAndCode, type SentMail } from '../support/mailbag.ts';
import { settingsOf } from '../support/test-service.ts';
import type { Fault } from './faults.ts';
import { createDatabase, createSchedule, type Disk, type Run, type Schedule } from './machine.ts';
import type { Random } from './random.ts';

/** What must never happen, happened. */
class Violation extends Error {}

/** What a request gets; `undefined` where the service was cut before it answered. */
export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
}

/** A request as an actor writes it. */
export interface Sending {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  address?: string;
}

/** What the login of launchers answers. */
export interface LoginState {
  username: string | null;
  authenticated: boolean;
  token: string;
  errors: string[];
}

/** What the mail server knows of an email that it did not take. */
export interface PostponedMail extends Pick<SentMail, 'to' | 'kind' | 'date'> {
  attempts: number;
  /** When it saw the last attempt. */
  triedAt: number;
}

/** A message that the receiver of a webhook took. */
export interface SentPost {
  id: string;
  type: string;
  hash: string;
  /** When what it tells of happened, in milliseconds. */
  at: number;
}

/** A notification that the service of browsers took. */
export interface SentPush {
  endpoint: string;
  body: string | Uint8Array;
  at: number;
}

/** The world that actors live in. */
export interface World {
  random: Random;
  disk: Disk;
  store: Store;
  schedule: Schedule;
  now(): number;
  /** Emails that were accepted, by their reader; an actor takes them out. */
  mails: SentMail[];
  mailServer: { state: 'up' | 'down'; upSince: number };
  /** Emails that it postponed and did not see again, by their message id. */
  postponed: Map<string, PostponedMail>;
  /** What the webhook of the site was sent, and an actor did not look at yet. */
  posts: SentPost[];
  pushes: SentPush[];
  /** Whether the clock was set since the history was looked at: it gives up the samples that were ahead. */
  wasClockSet: boolean;
  /** Sets the clock of the service back by so much for some seconds, and forward again. */
  setClock(ms: number): Promise<void>;
  /** Ports that are closed, as `ip:port`. */
  closedPorts: Set<string>;
  /** When the service was started last, and when nothing has been wrong with it since. */
  startedAt: number;
  wellSince: number;
  /** When the service ended last. */
  endedAt: number;
  /** For how long the service could not note that it was alive before it ended. */
  unnotedMs: number;
  /** Whether nothing had been wrong for some seconds when the service was cut last. */
  wasWellAtCut: boolean;
  isCut(): boolean;
  service(): Service;
  /** Sends a request; its answer comes as time passes. */
  request(path: string, init?: Sending): Promise<Answer | undefined>;
  client(address: string): Client;
  /** Resolves after so much time. */
  sleep(ms: number): Promise<void>;
  /** Lets time pass until the work is done. */
  finish<Result>(work: Promise<Result>): Promise<Result>;
  /** Notes what is wrong beside the steps; the next check throws it. */
  blame(sentence: string): void;
  /** Ends the service as `kill -9` does. */
  cut(): void;
  /** Returns false where the service was cut before it had stopped. */
  stop(): Promise<boolean>;
  /** Starts it, after it was stopped or cut. */
  start(): Promise<void>;
  /** Notes something in the trace. No random value of the service may be in it. */
  note(what: string): void;
  /** A text that must not be in the log, nor on a page for everybody. */
  addSecret(secret: string): void;
  expect(isRight: boolean, sentence: string): asserts isRight;
  /** Whether nothing has been wrong with disk and service for so long. */
  isWellFor(ms: number): boolean;
  /** What must hold after every step. */
  checkStep(): void;
  readTrace(): { hash: string; last: readonly string[] };
}

/** What the clock shows at first. */
export const START = Date.UTC(2026, 0, 1);
/** The name of the service. */
const HOST = 'muster.test';
/** A part of every secret that actors make up; `random.text` has none of its letters. */
export const SECRET_MARK = 'lolo';
const BASE_URL = `http://${HOST}`;
/** The longest time that any answer may take. */
const ANSWER_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;
/** Many requests one after the other, with waits between them. */
const STEP_WITHIN_MS = 10 * 60_000;
/** The service looks at its clock each second. */
const CLOCK_SEEN_MS = 1_500;
const TRACE_KEPT = 25;
const SECRETS_KEPT = 20_000;

/** Makes the world; nothing runs in it yet. */
export function createWorld(
  random: Random,
  options: { staleAfterMs: number; fault: Fault | undefined },
): World {
  const schedule = createSchedule(START);
  const database = createDatabase(random, schedule);
  const { disk } = database;
  const logLines: string[] = [];
  const secrets = new Set<string>();
  const trace: string[] = [];
  const digest = createHash('sha256');
  /** What ends each request that has no answer yet, where the service is cut. */
  const underWay = new Set<(nothing: undefined) => void>();
  const deliveredAt = new Map<string, number>();
  const postedAt = new Map<string, number>();
  let steps = 0;
  let setMs = 0;
  let wellAt = START;
  let isStopping = false;
  let violation: Violation | undefined;
  let service: Service | undefined;
  let run: Run | undefined;
  let handle: ReturnType<typeof createInProcessListener>['handle'];

  configureLog({
    ...{ level: 'debug', format: 'json', isTerminal: false, hasColor: false },
    write: (line) => logLines.push(line),
  });

  /** For what happens beside the steps: the next one throws it. */
  function blame(sentence: string): void {
    violation ??= new Violation(sentence);
  }

  function onJobFailed(name: string, error: unknown): void {
    if (error instanceof Failure && error.kind === 'unavailable' && !world.isWellFor(1)) return;
    blame(`the job "${name}" failed: ${error instanceof Error ? error.stack : error}`);
  }

  function noteTrouble(): void {
    world.wellSince = Number.POSITIVE_INFINITY;
  }

  /** When the disk was well, as far as the last step tells. */
  function readWellAt(): number {
    return disk.isWell() && Number.isFinite(world.wellSince) ? schedule.now() : wellAt;
  }

  const transportOf = (own: Run) => ({
    async deliver(mail: Omit<SentMail, 'kind' | 'links' | 'code'>, kind: SentMail['kind']) {
      await new Promise<void>((resolve) => schedule.after(random.whole(400), resolve));
      if (own.isCut()) return new Promise<never>(() => {});
      if (world.mailServer.state === 'down') {
        const { messageId, to, date } = mail;
        const attempts = (world.postponed.get(messageId)?.attempts ?? 0) + 1;
        world.postponed.set(messageId, { to, kind, date, attempts, triedAt: schedule.now() });
        return { outcome: 'postponed' as const, answer: `451 ${mail.to} not now` };
      }
      const before = deliveredAt.get(mail.messageId);
      const wasWell = before !== undefined && world.wellSince <= before;
      if (wasWell) blame(`the same email (${kind}) was sent twice while nothing was wrong`);
      deliveredAt.set(mail.messageId, schedule.now());
      world.postponed.delete(mail.messageId);
      const found = readLinksAndCode(mail.text);
      for (const link of found.links) {
        if (link.includes('/acc/')) world.addSecret(link.split('/').at(-2) ?? '');
      }
      world.note(`mail ${kind}`);
      world.mails.push({ ...mail, kind, ...found });
      return { outcome: 'sent' as const, answer: '250 OK' };
    },
    verify: async () => 'simulated',
    async [Symbol.asyncDispose]() {},
  });

  /** Takes notifications, and what webhooks are sent: the same twice only where something was wrong in between. */
  const postWebhookOf =
    (own: Run): PostWebhook =>
    async ({ url, headers, body }) => {
      await new Promise<void>((resolve) => schedule.after(random.whole(400), resolve));
      if (own.isCut()) return new Promise<never>(() => {});
      if (world.mailServer.state === 'down') return { status: 503, problem: 'refused' };
      const id = headers['webhook-id'];
      if (id === undefined) {
        world.note('push');
        world.pushes.push({ endpoint: url, body, at: schedule.now() });
        return { status: 201 };
      }
      const { type, timestamp, data } = JSON.parse(`${body}`);
      const before = postedAt.get(id);
      if (before !== undefined && world.wellSince <= before) {
        blame(`the same message to a webhook (${type}) was sent twice while nothing was wrong`);
      }
      postedAt.set(id, schedule.now());
      world.note(`post ${type}`);
      world.posts.push({ id, type, hash: data.hash, at: Date.parse(timestamp) });
      return { status: 204 };
    };

  const world: World = {
    random,
    disk,
    store: database.store,
    schedule,
    now: schedule.now,
    mails: [],
    posts: [],
    pushes: [],
    mailServer: { state: 'up', upSince: START },
    postponed: new Map(),
    closedPorts: new Set(),
    wasClockSet: false,
    startedAt: START,
    wellSince: START,
    endedAt: START,
    unnotedMs: 0,
    wasWellAtCut: true,
    isCut: () => run?.isCut() ?? true,
    service() {
      if (service === undefined) throw new Error('the service does not run');
      return service;
    },
    async request(path, { method = 'GET', headers = {}, body, address = '198.18.0.1' } = {}) {
      if (world.isCut()) return undefined;
      const sent = new Request(`${BASE_URL}${path}`, {
        method,
        headers: {
          host: HOST,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const own = run;
      const sentAt = schedule.now();
      const { promise: cut, resolve: endByCut } = Promise.withResolvers<undefined>();
      underWay.add(endByCut);
      const answered = handle(sent, address).then(async (response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        const { status, headers } = response;
        return { status, headers, bytes, text: new TextDecoder().decode(bytes) };
      });
      const answer = await Promise.race([answered, cut]);
      underWay.delete(endByCut);
      world.note(`${method} ${normalise(path)} ${answer?.status ?? 'cut'}`);
      if (answer === undefined || own?.isCut()) return undefined;
      const tookMs = schedule.now() - sentAt;
      world.expect(tookMs <= ANSWER_WITHIN_MS, `${method} ${normalise(path)} took ${tookMs} ms`);
      const isExcused = answer.status === 503 && (isStopping || !world.isWellFor(tookMs));
      world.expect(
        answer.status < 500 || isExcused,
        `${method} ${normalise(path)} was answered ${answer.status}: ${answer.text.slice(0, 300)}`,
      );
      return answer;
    },
    client: (address) => new Client(world, address),
    async setClock(ms) {
      for (setMs of [-ms, 0]) {
        world.note(`clock ${setMs}`);
        world.wasClockSet = true;
        await world.sleep(CLOCK_SEEN_MS);
      }
    },
    sleep: (ms) => new Promise<void>((resolve) => schedule.after(ms, resolve)),
    async finish(work) {
      const done = await schedule.finish(
        work.then((result) => ({ result })),
        STEP_WITHIN_MS,
      );
      world.expect(done !== 'late', 'a request got no answer');
      return done.result;
    },
    blame,
    cut() {
      world.wasWellAtCut = disk.slowMs === 0 && world.isWellFor(3_000);
      world.endedAt = schedule.now();
      world.unnotedMs = world.endedAt - Math.min(schedule.ranJobsAt(), readWellAt());
      run?.cut();
      noteTrouble();
      disk.cutsNext = false;
      world.note('cut');
      for (const endByCut of underWay) endByCut(undefined);
      underWay.clear();
    },
    async stop() {
      isStopping = true;
      noteTrouble();
      const stopping = world.service().stop('the simulation');
      const own = run;
      const isWhole =
        (await schedule.finish(
          stopping.then(() => true),
          STOP_WITHIN_MS,
        )) === true;
      if (own?.isCut()) return false;
      world.expect(isWhole, 'the service did not stop');
      world.endedAt = schedule.now();
      world.unnotedMs = disk.isWell() ? 0 : world.endedAt - readWellAt();
      run?.cut();
      service = undefined;
      world.note('stopped');
      return true;
    },
    async start() {
      const own = schedule.openRun({
        onJobFailed,
        isIdle: (name) => name === 'send emails' && !database.hasDueEmail(),
      });
      run = own;
      underWay.clear();
      const listener = createInProcessListener();
      ({ handle } = listener);
      const { disk } = world;
      const { slowMs } = disk;
      disk.slowMs = 0;
      disk.setState('well');
      disk.cutsNext = false;
      const damage = database.findDamage();
      world.expect(damage.length === 0, `the database is damaged: ${damage.join(' ')}`);
      // Time stands still meanwhile: what a start waits for is this machine, not the simulated one.
      const settings = settingsOf({
        ...{ staleAfterMs: options.staleAfterMs, serversPerAddress: 6 },
        ...{ registrationsPerAddress: 5, registrationsPerHour: 2_000 },
      });
      const store = database.openStore(own, () => world.cut());
      const overrides: ServiceOverrides = {
        clock: { now: () => schedule.now() + setMs, awake: schedule.now },
        timers: own.timers,
        jobs: own.jobs,
        store,
        transport: transportOf(own),
        postWebhook: postWebhookOf(own),
        probe: {
          async probe(ip, port) {
            await new Promise<void>((resolve) =>
              schedule.after(random.whole(2_500), () => own.isCut() || resolve()),
            );
            return !world.closedPorts.has(`${ip}:${port}`);
          },
        },
        countries: { findCountry: () => 'NL' },
        compress: async (encoding, bytes) =>
          new Uint8Array([...new TextEncoder().encode(`${encoding}:`), ...bytes]),
        passwords: SIMULATED_PASSWORDS,
        openListener: listener.open,
      };
      options.fault?.put({ settings, store, overrides });
      service = await startService(settings, overrides);
      disk.slowMs = slowMs;
      isStopping = false;
      world.startedAt = schedule.now();
      world.wellSince = schedule.now();
      world.note('started');
    },
    note(what) {
      const line = `${schedule.now() - START} ${what}`;
      digest.update(`${line}\n`);
      trace.push(line);
      if (trace.length > TRACE_KEPT) trace.shift();
    },
    addSecret(secret) {
      if (secret.length < 10) return;
      secrets.add(secret);
      for (const oldest of secrets) {
        if (secrets.size <= SECRETS_KEPT) break;
        secrets.delete(oldest);
      }
    },
    expect(isRight, sentence): asserts isRight {
      if (!isRight) throw new Violation(sentence);
    },
    isWellFor: (ms) => disk.isWell() && schedule.now() - world.wellSince >= ms - 1,
    checkStep() {
      steps += 1;
      if (disk.isWell()) wellAt = schedule.now();
      if (!disk.isWell()) noteTrouble();
      else if (!Number.isFinite(world.wellSince)) world.wellSince = schedule.now();
      if (violation !== undefined) throw violation;
      for (const line of logLines.splice(0)) checkLine(line);
    },
    readTrace: () => ({
      hash: digest.copy().update(`${steps}`).digest('hex').slice(0, 16),
      last: trace,
    }),
  };

  function checkLine(line: string): void {
    world.expect(!line.includes(SECRET_MARK), `a secret of an actor is in the log: ${line}`);
    for (const [word] of line.matchAll(/[A-Za-z0-9_.-]{10,}/g)) {
      world.expect(!secrets.has(word), `a secret of the service is in the log: ${line}`);
    }
    world.expect(!line.includes('"level":"fatal"'), `the log has ${line}`);
  }

  return world;
}

/** A path without what the service made up. */
function normalise(path: string): string {
  return path.replace(/\?.*/, '').replace(/\/[A-Za-z0-9_-]{43}\//, '/<token>/');
}

/** Quick and without threads: the cost of hashing is no part of the simulation. */
const SIMULATED_PASSWORDS = {
  hash: async (password: string) => hashOf(password),
  verify: async (password: string, hash: string) => hash === hashOf(password),
  isOutdated: () => false,
};

/** What a password is stored as here. */
export function hashOf(password: string): string {
  return `$simulated$${createHash('sha256').update(password).digest('base64')}`;
}

/** A browser or a launcher, which keeps its cookies. */
export class Client {
  session: string | undefined;
  device: string | undefined;

  constructor(
    private readonly world: World,
    readonly address: string,
  ) {}

  get(path: string): Promise<Answer | undefined> {
    return this.#send(path, {});
  }

  /** Sends a form as a page of the service does. */
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<Answer | undefined> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { ...type, 'sec-fetch-site': 'same-origin', origin: BASE_URL },
    });
  }

  /** Both steps of a launcher's login; the parsed answer of the second. */
  async logIn(fields: {
    username: string;
    password: string;
    login_code?: string;
  }): Promise<LoginState | undefined> {
    const first = await this.get('/api/login/');
    if (first?.status !== 200) return undefined;
    const { token } = JSON.parse(first.text) as LoginState;
    const body = new URLSearchParams({ ...fields, token }).toString();
    const headers = { 'user-agent': 'ClassiCube/1.3.8' };
    const second = await this.#send('/api/login/', { method: 'POST', body, headers });
    return second?.status === 200 ? (JSON.parse(second.text) as LoginState) : undefined;
  }

  async #send(path: string, init: Sending): Promise<Answer | undefined> {
    const { session, device } = this;
    const cookies = [
      ...(session === undefined ? [] : [`session=${session}`]),
      ...(device === undefined || !path.startsWith('/acc/') ? [] : [`device=${device}`]),
    ];
    const cookie = cookies.length === 0 ? {} : { cookie: cookies.join('; ') };
    const headers = { ...cookie, ...init.headers };
    const answer = await this.world.request(path, { ...init, address: this.address, headers });
    for (const set of answer?.headers.getSetCookie() ?? []) {
      const [, name, value] = /^(session|device)=([^;]*)/.exec(set) ?? [];
      if (name === 'session' || name === 'device') this[name] = value;
      this.world.addSecret(value ?? '');
    }
    return answer;
  }
}
