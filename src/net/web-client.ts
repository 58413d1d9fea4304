// The web client from the operator's folder, kept in memory and read again when the folder changes, or
// its address on another site.

import { reasonOf } from '../lib/failure.ts';
import { keepWatching, oneAtATime, type Reloadable, type Repeat } from './settled-files.ts';
import {
  type FoundFile,
  findWebClientFiles,
  listMissing,
  readWebClientFile,
  type WebClientFile,
} from './web-client-files.ts';

export interface WebClientFolderEvents {
  /** The files were read, at the start or after a change; `missing` are notes, usually none. */
  onRead(facts: { folder: string; files: number; bytes: number; missing: string[] }): void;
  onFailure(message: string): void;
}

/** Where the web client comes from. A folder is watched until it is disposed. */
type OpenedWebClient = Disposable &
  Reloadable &
  (
    | { kind: 'none' }
    | { kind: 'folder'; files(): ReadonlyMap<string, WebClientFile> }
    | { kind: 'elsewhere'; url: string }
  );

/** Opens the operator's web client. Throws `invalid` or `unavailable` when the folder cannot be used. */
export async function openWebClient(
  options: WebClientFolderEvents & { folder: string | undefined; url: string | undefined },
): Promise<OpenedWebClient> {
  const { folder, url } = options;
  if (url !== undefined) {
    return { kind: 'elsewhere', url, reloadNow: undefined, [Symbol.dispose]() {} };
  }
  if (folder === undefined) {
    return { kind: 'none', reloadNow: undefined, [Symbol.dispose]() {} };
  }
  return { kind: 'folder', ...(await openWebClientFolder({ ...options, folder })) };
}

interface WebClientFolder extends Disposable {
  /** Reads the folder at once, changed or not; false when it cannot be used. */
  reloadNow(): Promise<boolean>;
  /** The files by the names that browsers request; none while the folder cannot be used. */
  files(): ReadonlyMap<string, WebClientFile>;
}

/**
 * Reads the folder and watches it. Throws `invalid` or `unavailable` when it cannot be used at the
 * start. Later that is reported once, and no file is served until the folder can be used again.
 */
export async function openWebClientFolder(
  options: WebClientFolderEvents & {
    folder: string;
    /** Watches the folder; by default a timer that does not keep the process alive. */
    repeat?: Repeat;
  },
): Promise<WebClientFolder> {
  const { folder } = options;
  let files: ReadonlyMap<string, WebClientFile> = new Map();
  let signatures: ReadonlyMap<string, string> = new Map();
  let settled = '';
  let pending: string | undefined;
  let reported: string | undefined;

  async function read(found: readonly FoundFile[]): Promise<void> {
    const next = new Map<string, WebClientFile>();
    for (const file of found) {
      const { name, signature } = file;
      // An unchanged file stays the same object, since its compressed forms are stored by object.
      const known = signatures.get(name) === signature ? files.get(name) : undefined;
      next.set(name, known ?? (await readWebClientFile(file)));
    }
    files = next;
    signatures = new Map(found.map(({ name, signature }) => [name, signature]));
    reported = undefined;
    const bytes = found.reduce((sum, { size }) => sum + size, 0);
    const missing = listMissing([...files.keys()]);
    options.onRead({ folder, files: files.size, bytes, missing });
  }

  async function check(): Promise<void> {
    const found = await findWebClientFiles(folder).catch(reasonOf);
    const seen = typeof found === 'string' ? found : signatureOf(found);
    // A folder that is being copied is incomplete: it has to be the same at two checks.
    const isStill = seen === pending;
    pending = seen === settled || isStill ? undefined : seen;
    if (isStill) await take(found, seen);
  }

  /** Reads what was found; false when it cannot be used. */
  async function take(found: readonly FoundFile[] | string, seen: string): Promise<boolean> {
    settled = seen;
    const problem = typeof found === 'string' ? found : await read(found).catch(reasonOf);
    if (problem === undefined) return true;
    files = new Map();
    if (problem !== reported) options.onFailure(problem);
    reported = problem;
    // The folder may have changed while it was read: check again.
    if (typeof found !== 'string') settled = '';
    return false;
  }

  async function reloadNow(): Promise<boolean> {
    const found = await findWebClientFiles(folder).catch(reasonOf);
    pending = undefined;
    return take(found, typeof found === 'string' ? found : signatureOf(found));
  }

  const found = await findWebClientFiles(folder);
  settled = signatureOf(found);
  await read(found);
  const stop = keepWatching({ checkForChange: oneAtATime(check) }, options.repeat);

  return { files: () => files, reloadNow, [Symbol.dispose]: stop };
}

function signatureOf(found: readonly FoundFile[]): string {
  return found.map(({ signature }) => signature).join('\n');
}
