// The real service on a store in memory, with a clock, timers, mail server and port probe that a test controls.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Report, report } from '../../src/app/events.ts';
import type { Settings } from '../../src/app/options.ts';
import type { ServiceOverrides } from '../../src/app/overrides.ts';
import { startService } from '../../src/app/service.ts';
import { createAccountLog } from '../../src/modules/account/account-log.ts';
import { ENCODINGS } from '../../src/platform/lib/compress.ts';
import { Failure } from '../../src/platform/lib/failure.ts';
import { createPasswordHasher } from '../../src/platform/lib/password-hashing.ts';
import type { Role } from '../../src/platform/lib/roles.ts';
import type { Job } from '../../src/platform/lib/timers.ts';
import type { FailedRequest } from '../../src/platform/ops/events.ts';
import type { MadeCertificate } from './certificates.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeProbe } from './fake-probe.ts';
import { createFakeTimers } from './fake-timers.ts';
import { createMailbag, type Mailbag, type SentMail } from './mailbag.ts';
import { createReporter } from './reporter.ts';
import { openTestStore } from './store.ts';

/** What the clock shows at first. */
export const START = Date.UTC(2026, 0, 1);
/** The password of every account that `register` makes. */
export const PASSWORD = 'correct horse';

/** The real algorithm at its lowest cost. */
export const cheapPasswords = createPasswordHasher({ memoryKib: 8, iterations: 1 });

/** Settings of a test, and what it puts in the place of parts of the service. */
export interface TestServiceOptions
  extends Partial<Omit<Settings, 'tls'>>,
    Pick<ServiceOverrides, 'store' | 'webClient' | 'passwords' | 'alterContext' | 'openListener'>,
    Pick<ServiceOverrides, 'countries' | 'postWebhook' | 'timers'> {
  /** Whether notifications and webhooks are really sent; they are taken at once by default. */
  isPostReal?: boolean;
  /** Listens with TLS. */
  tls?: MadeCertificate;
  /** Whether emails can be sent; they can by default. */
  isMailOn?: boolean;
  /** Where events are collected, for a test that reads them before the service has started. */
  heard?: Heard;
}

export type Heard = ReturnType<typeof createHeard>;

export type TestService = Awaited<ReturnType<typeof openTestService>>;

/** Settings of a fresh installation at `muster.test`: anybody registers, and nobody reads the metrics. */
export function settingsOf(options: Partial<Settings>): Settings {
  return {
    ...DEFAULT_SETTINGS,
    baseUrl: 'http://muster.test',
    isBaseUrlConfigured: true,
    listen: { hostname: '127.0.0.1', port: 0 },
    verification: 'mail',
    metricsAllow: [],
    isProofOfWorkRequired: false,
    registrationsPerAddress: 1_000,
    registrationsPerHour: 10_000,
    ...options,
  };
}

/** Starts the service. */
export async function openTestService(options: TestServiceOptions) {
  const {
    store = openTestStore(),
    passwords = cheapPasswords,
    webClient,
    countries = { findCountry: () => 'NL' },
    postWebhook = async () => ({ status: 204 }),
    alterContext,
    openListener,
    tls,
    isMailOn = true,
    isPostReal = false,
    heard = createHeard(),
    timers,
    ...settings
  } = options;
  const clock = createFakeClock(START);
  let setMs = 0;
  const awake = () => clock.now() - setMs;
  const fakeTimers = createFakeTimers(clock);
  const jobs = createFakeJobs();
  const probe = createFakeProbe(true);
  const mailbag = createMailbag();
  using certificate = tls && writeCertificate(tls);
  const service = await startService(
    { ...settingsOf(settings), tls: certificate?.paths },
    {
      clock: { now: clock.now, awake },
      ...{ timers: timers ?? fakeTimers, jobs, store, probe, passwords, report: reportTo(heard) },
      countries,
      ...(!isPostReal && { postWebhook }),
      ...(isMailOn && { transport: mailbag.transport }),
      ...(webClient && { webClient }),
      ...(alterContext && { alterContext }),
      ...(openListener && { openListener }),
    },
  );
  const { servers, email, context, readiness, httpServer, routes } = service.modules;
  const paths = [...new Set(routes.map(({ path }) => path))];
  const administration = context.administration.by({ kind: 'command line' });
  return {
    ...{ store, servers, heard, httpServer },
    /** All routes, as they are declared, and their paths. */
    ...{ routes, paths },
    /** Nothing is wrong unless a test adds it. */
    readiness,
    /** Finds every port open by default. */
    probe,
    /** Accounts, as the command line manages them. */
    administration,
    accounts: {
      ...{ ...context.players, ...context.login },
      log: createAccountLog({ ...store, clock }),
    },
    registration: { ...context.registration, ...context.profile },
    moderation: context.moderation,
    baseUrl: service.baseUrl,
    /** The real outbox, in front of a mail server that accepts everything. */
    mailer: email.mailer,
    /** What the mail server does with emails from now on. */
    treatMails(outcome: Mailbag['outcome']) {
      mailbag.outcome = outcome;
    },
    /** From now on the mail server takes addresses of ASCII alone, and that is known. */
    refuseLetters() {
      mailbag.takesLetters = false;
    },
    /**
     * Sends what waits, without turning the clock, and returns every email that was ever sent here,
     * oldest first: `{ kind, to, subject, text, html, links, code }`.
     */
    async readMails(): Promise<readonly SentMail[]> {
      for (;;) {
        const before = mailbag.mails.length;
        await jobs.run('send emails');
        await email.settled();
        if (mailbag.mails.length === before) return mailbag.mails;
      }
    },
    /** Runs a job of the service once. */
    runJob: jobs.run,
    now: clock.now,
    /** Sets the clock forward and runs nothing. */
    skip: clock.advance,
    /** Sets the clock by `ms` and has the service look at it. */
    async setClock(ms: number) {
      clock.advance(ms);
      setMs += ms;
      await jobs.run('check the clock');
    },
    /** Turns the clock, runs what falls due on the way, and waits until the list is ready in every encoding. */
    async advance(ms: number) {
      await fakeTimers.turn(ms);
      for (const encoding of ENCODINGS) servers.list.rendition(encoding);
      await servers.list.settled();
    },
    async register(
      name: string,
      { isVerified = true, role = 'player' }: { isVerified?: boolean; role?: Role } = {},
    ) {
      const email = `${name}@example.net`;
      await administration.createAccount({
        ...{ name, email, password: PASSWORD, role, isVerified },
      });
    },
    [Symbol.asyncDispose]: () => service.stop('the test'),
  };
}

/** The events of requests; none yet. */
export function createHeard() {
  return {
    refused: [] as { ip: string; complaints: readonly string[] }[],
    loggedIn: [] as string[],
    loggedOut: [] as string[],
    loginFailed: [] as { reason: string; address: string }[],
    loginRefused: [] as { outcome: string; address: string }[],
    clientsGone: 0,
    proxies: [] as string[],
    /** Every answer with a status from 500 on. */
    failed: [] as FailedRequest[],
    registered: [] as string[],
    registrationRefused: [] as { fields: readonly string[]; address: string }[],
    scarce: [] as string[],
    changed: [] as string[],
    /** Errors of requests and parts of pages that are no `Failure`. */
    unknown: [] as { requestId: string; error: unknown }[],
  };
}

/** Collects events. What fails in the background fails the test. */
function reportTo(heard: Heard): Report {
  const fail = ({ error }: { error: unknown }) => {
    throw error;
  };
  return createReporter(
    {
      ...{ task_failed: fail, batch_failed: fail, batch_lost: fail, mail_queue_failed: fail },
      heartbeat_refused: ({ ip, messages }) => heard.refused.push({ ip, complaints: messages }),
      account_logged_in: ({ account }) => heard.loggedIn.push(account),
      account_logged_out: ({ account }) => heard.loggedOut.push(account),
      account_registered: ({ account }) => heard.registered.push(account),
      registration_refused: (facts) => heard.registrationRefused.push(facts),
      first_administrator_made: ({ account }) => heard.registered.push(account),
      budget_scarce: ({ what }) => heard.scarce.push(what),
      account_changed: ({ change, account }) => heard.changed.push(`${change}: ${account}`),
      account_deleted: () => heard.changed.push('deleted'),
      login_failed: (facts) => heard.loginFailed.push(facts),
      login_stopped: ({ address }) => heard.loginRefused.push({ outcome: 'stopped', address }),
      login_busy: ({ address }) => heard.loginRefused.push({ outcome: 'busy', address }),
      page_part_failed: ({ part, error }) => heard.unknown.push({ requestId: part, error }),
      client_gone() {
        heard.clientsGone += 1;
      },
      proxy_refused: ({ proxy }) => heard.proxies.push(proxy),
      request_failed(failed) {
        const { requestId, error } = failed;
        heard.failed.push(failed);
        if (!(error instanceof Failure)) heard.unknown.push({ requestId, error });
      },
      failure_page_shown() {},
    },
    report,
  );
}

/** Writes a certificate to files, which are removed when it is disposed: the service has read them by then. */
function writeCertificate({ cert, key }: MadeCertificate) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-certificate-'));
  const paths = { certPath: join(folder, 'cert.pem'), keyPath: join(folder, 'key.pem') };
  writeFileSync(paths.certPath, cert);
  writeFileSync(paths.keyPath, key);
  return { paths, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** Jobs that run when a test says so, and never by themselves. */
function createFakeJobs() {
  const started = new Map<string, Job>();
  return {
    start(jobs: readonly Job[]) {
      for (const job of jobs) started.set(job.name, job);
    },
    /** Runs a job once. Throws what it throws, and where there is no such job. */
    async run(name: string) {
      const job = started.get(name);
      if (job === undefined) throw new Error(`there is no job "${name}"`);
      await job.run();
    },
    listLate: () => [],
    listRuns: () => [...started.keys()].map((name) => ({ name, succeeded: 0, failed: 0 })),
    async [Symbol.asyncDispose]() {},
  };
}
