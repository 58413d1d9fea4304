// `muster setup`: asks for the settings that a site needs first, tries each answer, and writes the settings file.

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import type { CommandContext } from '../../platform/cli/context.ts';
import { UsageError } from '../../platform/cli/input.ts';
import { problemOf, SettingsError } from '../../platform/config/load.ts';
import type { PlatformValues } from '../../platform/config/settings.ts';
import { splitList } from '../../platform/config/values.ts';
import { Failure, reasonOf } from '../../platform/lib/failure.ts';
import { describeFileFailure, toFileFailure } from '../../platform/lib/file-failure.ts';
import { type Found, failed, tell } from '../../platform/lib/finding.ts';
import { readTextFile } from '../../platform/lib/text-file.ts';
import { type FirstLink, openFirstLink } from '../administration/account-commands.ts';
import { type Checks, type DoctorSettings, loadChecks } from '../doctor/index.ts';
import type { settings as email } from '../email/settings.ts';
import type { launcherSettings, settings as site } from '../site/settings.ts';

type Context = CommandContext<FirstLink, DoctorSettings>;

/** The settings that setup asks for. */
type Key =
  | keyof PlatformValues
  | keyof typeof email
  | keyof typeof site
  | keyof typeof launcherSettings;

type Answers = Partial<Record<Key, string | readonly string[]>>;
type FileValues = Record<string, unknown>;

/** Asks one question. An empty answer means the default. Throws `invalid` if nobody answers. */
type Ask = (
  question: string,
  options?: { fallback?: string | undefined; isHidden?: boolean },
) => Promise<string>;

type Attempt = (settings: DoctorSettings) => Found | Promise<Found>;

const NOTHING_WRITTEN = 'Nothing was written.';
/** Settings that are replaced or dropped depending on an answer. */
const ASKED_ANEW = /^(?:tls_\w+|trusted_proxies|smtp_url|mail_from|contact_\w+)$/;

async function openQuestions({ io }: Context): Promise<Ask> {
  const waiting = io.isTerminal.stdin ? undefined : (await io.stdin()).split(/\r?\n/);
  if (waiting?.every((line) => line.trim() === '')) {
    throw new UsageError(
      'muster setup asks questions. Run it in a terminal, or give the answers on the standard input, one per line.',
    );
  }
  // The text after the last line break is not an answer.
  if (waiting?.at(-1) === '') waiting.pop();
  return async (text, { fallback = '', isHidden = false } = {}) => {
    const question = `${text}${fallback === '' ? '' : ` [${fallback}]`}: `;
    let answer: string | undefined;
    if (waiting === undefined) answer = await io.prompt(question, { isHidden });
    else {
      io.err(question.trimEnd());
      answer = waiting.shift();
    }
    if (answer === undefined)
      throw new Failure('invalid', `The answers ended too early. ${NOTHING_WRITTEN}`);
    return answer.trim() || fallback;
  };
}

class Interview {
  readonly answers: Answers = {};

  constructor(
    readonly ask: Ask,
    readonly checks: Checks,
    private readonly context: Context,
    /** Relative paths count from the folder of this file. */
    private readonly path: string,
    private readonly earlier: FileValues,
  ) {}

  say(line: string): void {
    this.context.io.out(line);
  }

  settings(): DoctorSettings {
    return this.review().settings;
  }

  review() {
    const { flags, env, cwd } = this.context.sources();
    const text = formatFile({ ...this.earlier, ...this.answers });
    return this.context.reviewSettings({
      env,
      cwd,
      flags: { ...flags, config: this.path },
      readFile: (path) => (path === this.path ? text : readTextFile(path)),
    });
  }

  /** The answer may decide which setting it belongs to. */
  async askSetting(
    setting: Key | ((text: string) => Key),
    question: string,
    options: { fallback?: string | undefined; isOptional?: boolean; attempt?: Attempt } = {},
  ): Promise<string> {
    for (;;) {
      const text = await this.ask(question, options);
      const key = typeof setting === 'string' ? setting : setting(text);
      const option = this.context.options.find((it) => it.key === key);
      if (text === '' && options.isOptional) {
        delete this.answers[key];
        return '';
      }
      const items = option?.isList ? splitList(text) : [text];
      try {
        if (text === '') throw new Failure('invalid', 'An answer is needed.');
        option?.parse(items, { folder: dirname(this.path), isReadableFile: existsSync });
      } catch (error) {
        this.say(`  ${problemOf(error)}`);
        continue;
      }
      this.answers[key] = option?.isList ? items : text;
      if (options.attempt === undefined || (await this.isTaken(options.attempt))) return text;
    }
  }

  /** Shows the outcome of an attempt. If it failed, asks whether to keep the answer. */
  async isTaken(attempt: Attempt): Promise<boolean> {
    const what = tell(
      await Promise.try(attempt, this.settings()).catch((error: unknown) =>
        failed(problemOf(error)),
      ),
    );
    this.say(`  ${what.status}: ${what.message}`);
    if (what.advice !== '') this.say(`  → ${what.advice}`);
    return what.status !== 'failed' || (await this.askYesNo('Keep it anyway?'));
  }

  async choose(question: string, words: readonly string[], fallback: string): Promise<string> {
    for (;;) {
      const choice = words.join(' or ');
      const answer = (await this.ask(`${question}${choice}`, { fallback })).toLowerCase();
      const word = words.find((it) => it === answer || it[0] === answer);
      if (word !== undefined) return word;
      this.say(`  Answer ${choice}.`);
    }
  }

  async askYesNo(question: string, fallback: 'yes' | 'no' = 'no'): Promise<boolean> {
    return (await this.choose(`${question} `, ['yes', 'no'], fallback)) === 'yes';
  }
}

async function tryBaseUrl(settings: DoctorSettings, checks: Checks): Promise<Found> {
  const { checkBaseUrl, findAddresses, targetOf } = checks;
  const resolved = await checkBaseUrl(settings);
  const { status, message } = tell(resolved);
  if (status !== 'ok') return resolved;
  const { host } = targetOf(settings.baseUrl);
  const { ipv4, ipv6 } = isIP(host) === 0 ? await findAddresses(host) : { ipv4: [host], ipv6: [] };
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map((it) => it.address));
  const isHere = [...ipv4, ...ipv6].some((address) => own.includes(address));
  return isHere
    ? `${message}, an address of this machine`
    : `${message}, which no network card of this machine has. This is right if a router or a proxy is in between`;
}

async function askPlace(interview: Interview, listening: string | undefined): Promise<void> {
  const { checkCertificate, checkListen, targetOf } = interview.checks;
  const { baseUrl } = interview.settings();
  const { isTls, port } = targetOf(baseUrl);
  let listen = port === 8080 ? ':8080' : `:${port}`;
  let isProxyHere = false;
  if (isTls) {
    interview.say(
      'https needs a certificate that Muster reads, or a proxy in front of it that has one.',
    );
    if ((await interview.choose('', ['certificate', 'proxy'], 'proxy')) === 'proxy') {
      const address = 'Address of the proxy, as Muster sees it';
      const proxy = await interview.askSetting('trusted_proxies', address, {
        fallback: '127.0.0.1',
      });
      isProxyHere = /^(127\.|::1)/.test(proxy);
      listen = isProxyHere ? '127.0.0.1:8080' : ':8080';
    } else {
      do {
        await interview.askSetting('tls_cert', 'File with the certificate and its chain (PEM)');
        await interview.askSetting('tls_key', 'File with its private key (PEM)');
      } while (!(await interview.isTaken(checkCertificate)));
    }
  }
  await interview.askSetting('listen', 'Port, or address and port, to listen on', {
    fallback: listening ?? listen,
    async attempt(settings) {
      const { hostname, port } = settings.listen;
      const free = await checkListen(settings);
      const { status, message } = tell(free);
      const isOpen = isProxyHere && ['::', '0.0.0.0'].includes(hostname);
      if (!isOpen || status !== 'ok') return free;
      return failed(
        `${message}, on all addresses: anybody can bypass the proxy\n→ Use 127.0.0.1:${port}.`,
      );
    },
  });
}

async function askMail(
  interview: Interview,
  { smtp_url: server, mail_from: sender }: FileValues,
): Promise<void> {
  const { checkMail } = interview.checks;
  const { hostname } = new URL(interview.settings().baseUrl);
  if (typeof server === 'string' && typeof sender === 'string' && URL.canParse(server)) {
    const name = new URL(server).host;
    if (await interview.askYesNo(`Keep the mail server ${name}?`, 'yes')) {
      Object.assign(interview.answers, { smtp_url: server, mail_from: sender });
      if (await interview.isTaken(checkMail)) return;
    }
  }
  for (;;) {
    const url = await interview.askSetting(
      'smtp_url',
      'Mail server, such as smtp://mail.example.net:587, or smtps:// for implicit TLS (empty for none)',
      { isOptional: true },
    );
    if (url === '') {
      delete interview.answers.mail_from;
      return;
    }
    const isOpen = new URL(url).username === '';
    const user = isOpen && (await interview.ask('User name for the mail server (empty for none)'));
    if (user) {
      const password = await interview.ask('Password for the mail server', { isHidden: true });
      interview.answers.smtp_url = withLogin(url, user, password);
    }
    await interview.askSetting('mail_from', 'Sender address of emails', {
      fallback: typeof sender === 'string' ? sender : `muster@${hostname}`,
    });
    if (await interview.isTaken(checkMail)) return;
  }
}

/** Requires TLS for a password that is sent over a network. */
function withLogin(text: string, user: string, password: string): string {
  const url = new URL(text);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  const isHere = url.hostname === 'localhost' || /^(127\.|\[::1\]$)/.test(url.hostname);
  if (url.protocol === 'smtp:' && !isHere) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

function formatFile(values: FileValues): string {
  // For strings, numbers, booleans and lists of them, JSON is also valid TOML.
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `# Settings of Muster, written by muster setup. muster serve --help lists every setting.\n${lines.join('\n')}\n`;
}

function readEarlier(path: string): FileValues {
  try {
    return Bun.TOML.parse(readTextFile(path)) as FileValues;
  } catch (error) {
    const reason = toFileFailure(error)?.message ?? reasonOf(error);
    throw new Failure(
      'invalid',
      `${path} exists and cannot be read: ${reason} Correct it, move it away, or use another file (--config).`,
    );
  }
}

/** Replaces the file in one step, readable by its owner only. Returns the path of the copy of an earlier file. */
function replaceFile(path: string, text: string): string | undefined {
  const earlier: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  const fresh = `${path}.${randomUUID()}`;
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const copy = earlier === undefined ? undefined : `${path}.${stamp}`;
  try {
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
    if (earlier !== undefined && process.getuid?.() === 0) {
      chownSync(fresh, earlier.uid, earlier.gid);
    }
    if (copy !== undefined) {
      copyFileSync(path, copy, constants.COPYFILE_EXCL);
      chmodSync(copy, 0o600);
    }
    renameSync(fresh, path);
    return copy;
  } catch (error) {
    rmSync(fresh, { force: true });
    const message = describeFileFailure(`${path} cannot be written`, error);
    throw new Failure('unavailable', message, { cause: error });
  }
}

async function setUp(context: Context): Promise<void> {
  const { flags, env, cwd } = context.sources();
  const path = resolve(cwd, flags.config ?? env.MUSTER_CONFIG ?? 'muster.toml');
  const isThere = existsSync(path);
  const earlier = isThere ? readEarlier(path) : {};
  const interview = new Interview(
    await openQuestions(context),
    await loadChecks(),
    context,
    path,
    earlier,
  );
  const known = { ...earlier };
  const textOf = (key: Key) => {
    const value = known[key];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  if (isThere) {
    interview.say(
      `${path} already exists. Its other settings stay, its comments do not. A copy is kept.`,
    );
    if (!(await interview.askYesNo('Replace it?'))) throw new Failure('invalid', NOTHING_WRITTEN);
  }
  for (const key of Object.keys(known)) if (ASKED_ANEW.test(key)) delete earlier[key];
  const address = 'Address that people open, such as https://play.example.net';
  const fallback = textOf('base_url');
  await interview.askSetting('base_url', address, {
    fallback,
    attempt: (settings) => tryBaseUrl(settings, interview.checks),
  });
  await askPlace(interview, textOf('listen'));
  await askMail(interview, known);
  // A system service starts in `/`, where it cannot create `muster-data`.
  const isOfSystem = /^\/(?:usr\/local\/)?etc\//.test(path);
  await interview.askSetting('data', 'Folder for the database', {
    fallback: textOf('data') ?? (isOfSystem ? '/var/lib/muster' : 'muster-data'),
    attempt: ({ dataFolder }) => interview.checks.checkDataFolder(dataFolder),
  });
  await interview.askSetting('site_name', 'Name of the site (empty for its host)', {
    fallback: textOf('site_name'),
    isOptional: true,
  });
  await interview.askSetting(
    (text) => (text.includes('@') && !text.includes('://') ? 'contact_email' : 'contact_url'),
    'Where people reach you: an email address, or a page such as https://forum.example.net (empty for neither)',
    { fallback: textOf('contact_url') ?? textOf('contact_email'), isOptional: true },
  );
  await interview.askSetting(
    'launcher_url',
    'Where players get the launcher: a page or file such as https://example.net/launcher (empty if they are to ask you)',
    { fallback: textOf('launcher_url'), isOptional: true },
  );

  const { problems, origins, settings } = interview.review();
  if (problems.length > 0) throw new SettingsError([...problems, NOTHING_WRITTEN]);
  const values: FileValues = { ...earlier, ...interview.answers };
  const copy = replaceFile(path, formatFile(values));
  interview.say(`Written: ${path}${copy === undefined ? '' : ` (the previous file is ${copy})`}`);
  const answered: FileValues = interview.answers;
  for (const { key } of context.options) {
    const { kind, place } = origins[key] ?? {};
    if (answered[key] === undefined || kind === 'file') continue;
    interview.say(`  ${place} overrides ${key} in this file. Remove ${place}.`);
  }
  if (process.getuid?.() === 0) {
    interview.say(
      '  Only its owner can read it. Make the user that the service runs as its owner (chown).',
    );
  }
  const named = flags.config === undefined ? '' : ` --config ${flags.config}`;
  interview.say(`Start it with muster${named}, then check it with muster${named} doctor.`);
  await tellFirstLink(context, settings, named);
}

/** Shows the administrator's link. Before the first start there is no database, and the service has to create it. */
async function tellFirstLink(
  context: Context,
  { dataFolder, databaseUrl }: DoctorSettings,
  named: string,
): Promise<void> {
  const { databasePath, isNewDatabase } = await import('../../platform/store/store.ts');
  const how = `When it starts, Muster shows a link for creating the first administrator. muster${named} account first-administrator shows a new one.`;
  const isNew = databaseUrl === undefined && isNewDatabase(databasePath(dataFolder));
  if (isNew) context.io.out(how);
  else await openFirstLink(context).catch((error) => context.io.out(problemOf(error)));
}

function addSetupCommand(parent: Command, context: Context): void {
  parent
    .command('setup')
    .description(
      'Ask for base URL, certificate or proxy, mail server, data folder, name and contact, try each answer, and write muster.toml.',
    )
    .action(() => setUp(context));
}

export const setupCommands = { 'Set up and run:': [addSetupCommand] } satisfies ModuleCommands;
