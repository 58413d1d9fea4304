// Keeps the web client of the operator's folder in memory, and reads it again when the folder changes.

import { reasonOf } from '../lib/failure.ts';
import { keepWatching, oneAtATime, type Repeat } from './settled-files.ts';
import {
  type FoundFile,
  findWebClientFiles,
  listMissing,
  readWebClientFile,
  type WebClientFile,
} from './web-client-files.ts';

/** What is told about the folder. `message` is a sentence for the operator. */
export interface WebClientFolderEvents {
  /** The files were read, at the start or after a change; `missing` are notes, usually none. */
  onRead(facts: { folder: string; files: number; bytes: number; missing: string[] }): void;
  onFailure(message: string): void;
}

/** The folder while it is watched. */
interface WebClientFolder extends Disposable {
  /** Reads the folder at once, changed or not; false when it cannot be used. */
  reloadNow(): Promise<boolean>;
  /** The files by the names that they are asked for by; none when the folder can no longer be used. */
  files(): ReadonlyMap<string, WebClientFile>;
}

/**
 * Reads the folder and watches it. Throws `invalid` or `unavailable` when it cannot be used at the
 * start; later that is reported once, and no file is served until it is put right.
 */
export async function openWebClientFolder(
  options: WebClientFolderEvents & {
    folder: string;
    /** Watches the folder; a timer that does not keep the process alive unless a test turns it by hand. */
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
      // An unchanged file stays the same object, with what was compressed of it.
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
    // A folder that is being copied is not whole at once: it has to stand still for one round.
    const isStill = seen === pending;
    pending = seen === settled || isStill ? undefined : seen;
    if (isStill) await take(found, seen);
  }

  /** Takes over what was found; false when it cannot be used. */
  async function take(found: readonly FoundFile[] | string, seen: string): Promise<boolean> {
    settled = seen;
    const problem = typeof found === 'string' ? found : await read(found).catch(reasonOf);
    if (problem === undefined) return true;
    files = new Map();
    if (problem !== reported) options.onFailure(problem);
    reported = problem;
    // What changed while it was read is looked at again.
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
