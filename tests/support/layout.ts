// What may import what in src: the floors of the modules, the role that a file's name gives it, the doors between modules.

import { dirname, join } from 'node:path';
import { codeOf, type Import, importsOf, type Source } from './source.ts';

/** The modules by floor, the lowest first: each imports modules of lower floors only. */
const FLOORS: readonly string[] = [
  'audit backups registry relay',
  'heartbeat history site web-client',
  'email',
  'account claims doctor return-alerts webhooks',
  'appeals favourites moderation rallies sessions skins staff-notes start warnings',
  'list own-list player-page shared-devices two-factor',
  'administration launcher-link login mirrors profile server-page statistics',
  'api-keys embed openid-login openid-provider own-server registration setup',
  'managers overview passkeys',
];

/** The folders of the platform that each of them may import. */
const PLATFORM: Readonly<Record<string, readonly string[]>> = {
  cli: ['config', 'input', 'lib', 'messages', 'net', 'ops'],
  config: ['lib', 'ops'],
  http: ['input', 'lib', 'messages', 'ops', 'views'],
  input: ['lib', 'messages'],
  lib: ['messages'],
  messages: ['lib'],
  module: ['cli', 'config', 'http', 'lib', 'messages', 'ops', 'store', 'views'],
  // Operators read in their own language about problems with a certificate or a file of countries.
  net: ['lib', 'messages', 'ops'],
  ops: ['lib'],
  store: ['lib', 'messages', 'ops'],
  views: ['input', 'lib', 'messages'],
};

/** What opens, locks and examines a data folder, for commands that work on it beside the service. */
const STORE_FACE = 'src/platform/store/store.ts';

/** What a file of a module is for, as its name says. */
export type Role =
  | 'face'
  | 'module'
  | 'opening'
  | 'settings'
  | 'rules'
  | 'store'
  | 'tables'
  | 'api'
  | 'page'
  | 'routes'
  | 'parts'
  | 'commands'
  | 'checks'
  | 'browser'
  | 'emails'
  | 'events'
  | 'sentences';

interface Allowed {
  /** Folders of the platform. */
  platform: readonly string[];
  /** Folders of the platform of which it may import types. */
  types?: readonly string[];
  /** Roles in its own module. */
  own: readonly Role[];
  /** Roles in modules below, besides their faces. */
  below?: readonly Role[];
}

const SAYING = ['input', 'lib', 'messages'];

/** Sentences know nothing but formats, so that they need no face. */
const ROLES: Readonly<Record<Role, Allowed>> = {
  face: {
    platform: [],
    own: ['rules', 'settings', 'checks', 'sentences', 'emails', 'events'],
  },
  module: {
    platform: [],
    types: Object.keys(PLATFORM),
    own: [
      ...([
        'opening',
        'routes',
        'rules',
        'api',
        'page',
        'store',
        'tables',
        'commands',
        'emails',
      ] as const),
      ...(['events', 'sentences'] as const),
    ],
  },
  settings: {
    platform: ['config', 'lib'],
    own: ['rules'],
    below: ['settings'],
  },
  /** Loaded by the running service alone; commands and docs read the facts in `module.ts`. */
  opening: {
    platform: [...SAYING, 'net', 'ops'],
    types: Object.keys(PLATFORM),
    own: ['rules', 'api', 'emails', 'sentences', 'settings', 'events'],
  },
  rules: {
    platform: SAYING,
    types: ['ops'],
    own: ['rules', 'settings', 'sentences', 'emails', 'events'],
    below: ['sentences'],
  },
  store: {
    platform: [...SAYING, 'store'],
    own: ['rules', 'sentences', 'settings', 'store', 'tables'],
    below: ['store', 'sentences'],
  },
  tables: { platform: ['store'], types: ['messages'], own: [] },
  api: {
    platform: [...SAYING, 'http'],
    own: ['api', 'rules', 'sentences', 'events'],
    below: ['sentences'],
  },
  page: {
    platform: [...SAYING, 'http', 'views'],
    types: ['module'],
    own: ['page', 'parts', 'rules', 'sentences', 'events'],
    below: ['parts', 'sentences'],
  },
  /** Joins the routes of an optional module from several files. */
  routes: {
    platform: ['lib'],
    types: ['module'],
    own: ['api', 'page', 'parts', 'rules'],
  },
  parts: {
    platform: [...SAYING, 'http', 'views'],
    own: ['parts', 'rules', 'sentences', 'events'],
    below: ['parts', 'sentences'],
  },
  commands: {
    platform: [...SAYING, 'cli', 'config'],
    types: ['module'],
    own: ['commands', 'checks', 'opening', 'rules', 'settings', 'sentences'],
    below: ['commands', 'settings', 'sentences'],
  },
  /** Look at files, the network and the database of an installation, beside the service that runs on them. */
  checks: {
    platform: [...SAYING, 'cli', 'config', 'net'],
    own: ['checks', 'rules', 'settings', 'sentences'],
    below: ['sentences'],
  },
  browser: {
    platform: ['lib', 'views'],
    own: ['browser', 'rules'],
    below: ['browser', 'rules'],
  },
  events: { platform: ['lib', 'ops'], own: [] },
  emails: { platform: SAYING, own: ['emails', 'rules', 'sentences'], below: ['sentences'] },
  sentences: { platform: ['lib', 'messages'], own: ['rules', 'sentences'], below: ['sentences'] },
};

/** Packages that only some files may import. */
const OWNERS: readonly (readonly [packages: RegExp, files: RegExp])[] = [
  [/^(elysia|@elysiajs\/.+)(\/|$)/, /^src\/(app|platform\/(http|module))\/|-(api|page)\.tsx?$/],
  [/^(drizzle-orm|bun:sqlite)(\/|$)/, /^src\/platform\/store\/|-(store|tables)\.ts$/],
  [/^commander(\/|$)/, /^src\/(app|platform\/cli)\/|-commands\.ts$/],
  [/^@logtape\//, /^src\/platform\/ops\//],
  [/^(@maxmind\/|mmdb-lib|@ip-location-db\/)/, /^src\/platform\/net\//],
  [/^nodemailer(\/|$)/, /^src\/modules\/email\//],
  [/^ws(\/|$)/, /^src\/modules\/relay\//],
];

/** The only packages that rules may import. */
const FOR_RULES = /^(@sinclair\/typebox(\/compiler)?|node:crypto|otpauth)$/;

const ENDINGS: readonly (readonly [ending: RegExp, role: Role])[] = [
  [/^index\.ts$/, 'face'],
  [/^module\.ts$/, 'module'],
  [/^(open|metrics)\.ts$/, 'opening'],
  [/^routes\.ts$/, 'routes'],
  [/^settings\.ts$/, 'settings'],
  [/^messages\.ts$|\.[a-z]{2}\.ts$/, 'sentences'],
  [/-store\.ts$/, 'store'],
  [/-tables\.ts$/, 'tables'],
  [/-api\.ts$/, 'api'],
  [/-page\.tsx?$/, 'page'],
  [/(^|-)commands\.ts$|^command-line\.ts$/, 'commands'],
  [/(^|-)checks\.ts$/, 'checks'],
  [/-browser\.ts$/, 'browser'],
  [/-emails\.ts$/, 'emails'],
  [/^events\.ts$/, 'events'],
  [/\.tsx$/, 'parts'],
];

function roleOf(path: string): Role {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return ENDINGS.find(([ending]) => ending.test(name))?.[1] ?? 'rules';
}

/** Where a file stands: in `app`, in a module or in a folder of the platform. */
function placeOf(path: string): { part: string; folder: string } {
  const [, part = '', folder = ''] = path.split('/');
  return { part, folder };
}

/** The floor of a module, 1 the lowest; the platform is below all, and `app` above. Undefined where there is none. */
export function floorOf(path: string): number | undefined {
  const { part, folder } = placeOf(path);
  if (part === 'main.ts') return FLOORS.length + 2;
  if (part === 'app') return FLOORS.length + 1;
  if (part === 'platform') return Object.hasOwn(PLATFORM, folder) ? 0 : undefined;
  const floor = FLOORS.findIndex(
    (names) => part === 'modules' && names.split(' ').includes(folder),
  );
  return floor === -1 ? undefined : floor + 1;
}

/** Why an import is refused. */
export type Kind = 'floors' | 'doors' | 'roles' | 'packages';

export interface Complaint {
  kind: Kind;
  from: string;
  to: string;
}

function judge(from: string, { from: name, isTypeOnly }: Import, faces: ReadonlySet<string>) {
  const { part, folder } = placeOf(from);
  const role = part === 'modules' ? roleOf(from) : undefined;
  const floor = floorOf(from);
  if (!name.startsWith('.')) {
    const owner = OWNERS.find(([packages]) => packages.test(name))?.[1];
    const isRefused = owner ? !owner.test(from) : role === 'rules' && !FOR_RULES.test(name);
    return isRefused ? ({ kind: 'packages', to: name } as const) : undefined;
  }
  const to = join(dirname(from), name);
  if (!to.startsWith('src/')) {
    const isMigration = to.startsWith('drizzle/') && to.endsWith('.sql') && folder === 'store';
    return isMigration || to === 'package.json' ? undefined : ({ kind: 'roles', to } as const);
  }
  const other = placeOf(to);
  const below = floorOf(to);
  if (floor === undefined || below === undefined) return { kind: 'floors', to } as const;
  const isOwn = other.part === part && other.folder === folder;
  if (part === 'app' || part === 'main.ts')
    return floor < below ? { kind: 'floors', to } : undefined;
  if (role === undefined) {
    if (below > 0) return { kind: 'floors', to } as const;
    const isKnown = isOwn || PLATFORM[folder]?.includes(other.folder);
    return isKnown ? undefined : ({ kind: 'roles', to } as const);
  }
  const { platform, types = [], own, below: doors = [] } = ROLES[role];
  if (below === 0) {
    const isAllowed =
      platform.includes(other.folder) ||
      (isTypeOnly && types.includes(other.folder)) ||
      (to === STORE_FACE && /^(commands|checks)$/.test(role));
    return isAllowed ? undefined : ({ kind: 'roles', to } as const);
  }
  if (isOwn) return own.includes(roleOf(to)) ? undefined : ({ kind: 'roles', to } as const);
  // Rows refer to rows of any module; the root passes in the tables.
  if (role === 'tables' && roleOf(to) === 'tables' && isTypeOnly) return undefined;
  if (below >= floor) return { kind: 'floors', to } as const;
  // Rules are a door as long as their module has no face, and types of them are one for stores.
  const isDoor =
    roleOf(to) === 'face' ||
    doors.includes(roleOf(to)) ||
    (roleOf(to) === 'rules' && (role === 'store' ? isTypeOnly : !faces.has(other.folder)));
  return isDoor ? undefined : ({ kind: 'doors', to } as const);
}

/** The imports that the layout refuses, each file named once by each. */
export function complainAboutImports(sources: readonly Source[]): Complaint[] {
  const found = new Map<string, Complaint>();
  const faces = new Set(
    sources.filter(({ path }) => roleOf(path) === 'face').map(({ path }) => placeOf(path).folder),
  );
  for (const { path, text } of sources) {
    for (const each of importsOf(text)) {
      const complaint = judge(path, each, faces);
      if (complaint)
        found.set(`${path} → ${complaint.to}`, { from: path, ...complaint } as Complaint);
    }
  }
  return [...found.values()];
}

/** As the list of debts writes an import. */
export const describeImport = ({ from, to }: Complaint): string =>
  `${from} → ${to}`.replaceAll('src/', '');

/** Compatibility: names of the compatible API that only its own files may use. */
export function complainAboutWireNames({ path, text }: Source): string[] {
  if (path.endsWith('-api.ts')) return [];
  // `mppass` is also the usual word for the value, so only the key of an answer is refused.
  const names = codeOf(text).match(/\b(maxplayers|country_abbr)\b|(\\?['"`])mppass\2/g);
  return (names ?? []).map((name) => `${path}: uses the wire name ${name}`);
}

/** getaddrinfo and the runtime's `fetch` wait for DNS in the threads that hash passwords and compress lists. */
export function complainAboutLookups({ path, text }: Source): string[] {
  if (path.endsWith('-browser.ts') || path === 'src/platform/lib/name-lookup.ts') return [];
  const calls = codeOf(text).match(/(?<![.\w])fetch\(|dns\.lookup/g) ?? [];
  const imports = importsOf(text).filter(({ from }) => /^(node:)?dns(\/|$)/.test(from));
  // The doctor asks for TXT records, which is c-ares too.
  const others = imports.filter(
    ({ isTypeOnly }) => !isTypeOnly && path !== 'src/modules/doctor/network-checks.ts',
  );
  return [...calls, ...others.map(({ from }) => from)].map(
    (what) => `${path}: looks up names (${what})`,
  );
}

export function complainAboutTime({ path, text }: Source): string[] {
  if (!path.startsWith('src/modules/') || roleOf(path) !== 'rules') return [];
  const found = codeOf(text).match(/\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\)/g) ?? [];
  return found.map((use) => `${path}: takes the time from ${use}, not from its clock`);
}

export function complainAboutTypes({ path, text }: Source): string[] {
  const found = text.match(/\bas any\b|<any>|@ts-(ignore|nocheck|expect-error)/g) ?? [];
  return found.map((trick) => `${path}: goes around the type checker with ${trick}`);
}

export function complainAboutName({ path }: Source): string[] {
  const parts = path.split('/').slice(1);
  const isKebab = parts.every((part) =>
    /^[a-z0-9]+(-[a-z0-9]+)*(\.(d|[a-z]{2}))?(\.tsx?)?$/.test(part),
  );
  return isKebab ? [] : [`${path}: not in kebab-case`];
}

export function complainAboutOpening({ path, text }: Source): string[] {
  const opening = /^(?:\/\/[^\n]*\n)+|^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '';
  const words = opening.replace(/^\s*(\/\/|\/\*\*|\*\/|\*)|\*\/$/gm, '').trim();
  return /^\S+ .+\.$/s.test(words) ? [] : [`${path}: does not open with a sentence on its job`];
}

/** Which files each file imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

export function graphOf(sources: readonly Source[]): Graph {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map(({ path, text }) => {
      const targets = importsOf(text)
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => join(dirname(path), from));
      return [path, [...new Set(targets)].filter((target) => paths.has(target))];
    }),
  );
}

/** What is loaded before `path` runs: files and packages that it imports, and so on, without types and calls of `import`. */
export function listLoaded(sources: readonly Source[], path: string): string[] {
  const texts = new Map(sources.map((source) => [source.path, source.text]));
  const loaded = new Set([path]);
  for (const file of loaded) {
    for (const { from, isTypeOnly, isCall } of importsOf(texts.get(file) ?? '')) {
      if (isTypeOnly || isCall) continue;
      loaded.add(from.startsWith('.') ? join(dirname(file), from) : from);
    }
  }
  return [...loaded];
}

/** Below this many lines of code, a file with one importer beside it belongs into the importer. */
export const SLIVER_LINES = 40;

/** Commands, sentences, parts of pages, stores and what every module has are files of their own, however short. */
const isSmall = (path: string) =>
  /^(face|module|routes|store|tables|settings|commands|emails|events|sentences|page|parts|browser)$/.test(
    roleOf(path),
  ) || path.startsWith('src/platform/views/');

/** Files that are too small to stand alone beside the one file that imports them. */
export function findSlivers(sources: readonly Source[]): string[] {
  const importers = new Map<string, string[]>();
  for (const [from, targets] of graphOf(sources)) {
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  return sources
    .filter(({ path, text }) => {
      const [importer, ...others] = importers.get(path) ?? [];
      const isBeside = importer !== undefined && dirname(importer) === dirname(path);
      const isOnly = isBeside && others.length === 0;
      return isOnly && !isSmall(path) && countLines(text) < SLIVER_LINES;
    })
    .map(({ path }) => path);
}

/** Lines of code: neither blank nor comment. */
function countLines(text: string): number {
  return codeOf(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length;
}
