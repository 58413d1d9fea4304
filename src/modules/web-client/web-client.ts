// The operator's web client: a folder that is kept in memory and read again when it changes, or
// an address on another site.

import { reasonOf } from '../../platform/lib/failure.ts';
import { type Reloadable, type Repeat, watchSettled } from '../../platform/lib/settled-files.ts';
import type { Report } from './events.ts';
import { findWebClientFiles, listMissing, readWebClientFile } from './web-client-files.ts';
import type { WebClient, WebClientFile } from './web-client-ports.ts';

/** Opens the web client, and watches a folder until disposed. Throws `invalid` or `unavailable` if it is unusable. */
export async function openWebClient(options: {
  folder: string | undefined;
  url: string | undefined;
  report: Report;
}): Promise<WebClient & Reloadable & Disposable> {
  const { folder, url } = options;
  if (url !== undefined) {
    return { kind: 'elsewhere', url, reloadNow: undefined, [Symbol.dispose]() {} };
  }
  if (folder === undefined) {
    return { kind: 'none', reloadNow: undefined, [Symbol.dispose]() {} };
  }
  return { kind: 'folder', ...(await openWebClientFolder({ ...options, folder })) };
}

/** Throws if the folder is unusable at the start. Later failures are reported once, and no file is served meanwhile. */
export async function openWebClientFolder(options: {
  folder: string;
  report: Report;
  /** Watches the folder; the default is a timer that does not keep the process alive. */
  repeat?: Repeat;
  readFile?: typeof readWebClientFile;
}) {
  const { folder, report, readFile = readWebClientFile } = options;
  let files: ReadonlyMap<string, WebClientFile> = new Map();
  let signatures: ReadonlyMap<string, string> = new Map();
  let reported: string | undefined;
  // This is part of the signature, so that an unreadable folder is read again.
  let failures = 0;

  async function readSignature(): Promise<string> {
    const found = await findWebClientFiles(folder).catch(reasonOf);
    const seen = typeof found === 'string' ? [found] : found.map(({ signature }) => signature);
    return [failures, ...seen].join('\n');
  }

  async function read(): Promise<void> {
    const found = await findWebClientFiles(folder);
    const next = new Map<string, WebClientFile>();
    for (const file of found) {
      const { name, signature } = file;
      // An unchanged file stays the same object, since its compressed forms are stored by object.
      const known = signatures.get(name) === signature ? files.get(name) : undefined;
      next.set(name, known ?? (await readFile(file)));
    }
    files = next;
    signatures = new Map(found.map(({ name, signature }) => [name, signature]));
    reported = undefined;
    const bytes = found.reduce((sum, { size }) => sum + size, 0);
    const missing = listMissing([...files.keys()]);
    report('web_client_read', { folder, files: files.size, bytes, missing });
  }

  async function reload(): Promise<boolean> {
    try {
      await read();
      return true;
    } catch (error) {
      files = new Map();
      failures += 1;
      const problem = reasonOf(error);
      if (problem !== reported) report('web_client_failed', { reason: problem });
      reported = problem;
      return false;
    }
  }

  // The watch starts before the first read, so that a write during that read counts as a change.
  const watched = await watchSettled(readSignature, reload);
  await read();
  return {
    /** Files by the names that browsers request; none while the folder is unusable. */
    files: () => files,
    reloadNow: watched.reloadNow,
    [Symbol.dispose]: watched.keepWatching(options.repeat),
  };
}
