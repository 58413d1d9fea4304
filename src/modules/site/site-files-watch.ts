// Reads the site's files, and reads them again when the files or their paths change.

import { reasonOf } from '../../platform/lib/failure.ts';
import {
  type Reloadable,
  type Repeat,
  signatureOfFiles,
  watchSettled,
} from '../../platform/lib/settled-files.ts';
import { readRegularFile } from '../../platform/lib/text-file.ts';

export interface SiteFile<Content> {
  setting: string;
  path: () => string | undefined;
  /** Throws `invalid` with a sentence that begins with `label`. */
  read(bytes: Uint8Array, label: string): Content;
}

/** The content of each file by its name; `undefined` if the settings name none. */
export type SiteContents<Files> = {
  readonly [Name in keyof Files]: Files[Name] extends SiteFile<infer Content>
    ? Content | undefined
    : never;
};

export interface OpenedSiteFiles<Files> extends Reloadable, Disposable {
  /** The contents of the files. Returns the same object until they are read again. */
  contents(): SiteContents<Files>;
}

/** Throws `invalid` if a file is unusable at the start. Later it reports failures and keeps the previous contents. */
export async function openSiteFiles<const Files extends Record<string, SiteFile<unknown>>>(
  files: Files,
  options: {
    onRead(settings: readonly string[]): void;
    /** Receives a sentence for the operator about an unusable file. */
    onFailure(sentence: string): void;
    /** Watches the files; the default is a timer that does not keep the process alive. */
    repeat?: Repeat;
  },
): Promise<OpenedSiteFiles<Files>> {
  const all = Object.entries(files);
  const named = () => all.flatMap(([, { path }]) => path() ?? []);
  // The watch starts before the first read, so that a write during that read counts as a change.
  const watched = await watchSettled(() => signatureOfFiles(named()), reload);
  const held: Record<string, unknown> = {};
  for (const [name, file] of all) held[name] = await readSiteFile(file);
  let contents = { ...held } as SiteContents<Files>;

  async function reload(): Promise<boolean> {
    let isGood = true;
    for (const [name, file] of all) {
      try {
        held[name] = await readSiteFile(file);
      } catch (error) {
        isGood = false;
        options.onFailure(`${reasonOf(error)} What was read before stays in use.`);
      }
    }
    contents = { ...held } as SiteContents<Files>;
    if (isGood) {
      options.onRead(all.flatMap(([, { path, setting }]) => (path() === undefined ? [] : setting)));
    }
    return isGood;
  }

  return {
    contents: () => contents,
    get reloadNow() {
      // A file that the settings no longer name must be dropped.
      const isAny = named().length > 0 || Object.values(held).some((it) => it !== undefined);
      return isAny ? watched.reloadNow : undefined;
    },
    [Symbol.dispose]: watched.keepWatching(options.repeat),
  };
}

/** The content of one file; `undefined` if the settings name none. Throws `invalid`. */
export async function readSiteFile<Content>({
  setting,
  path,
  read,
}: SiteFile<Content>): Promise<Content | undefined> {
  const named = path();
  if (named === undefined) return undefined;
  const label = `${named} (${setting})`;
  return read(await readRegularFile(named, label), label);
}
