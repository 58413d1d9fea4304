// Reads the files that give the site its face, and reads them again when they or their paths change.

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
  /** Throws `invalid`; the sentence begins with `label`. */
  read(bytes: Uint8Array, label: string): Content;
}

/** What each file holds, by the names of the files; `undefined` where none is named. */
export type SiteContents<Files> = {
  readonly [Name in keyof Files]: Files[Name] extends SiteFile<infer Content>
    ? Content | undefined
    : never;
};

export interface OpenedSiteFiles<Files> extends Reloadable, Disposable {
  /** What they hold; the same object until they are read again. */
  contents(): SiteContents<Files>;
}

/** Throws `invalid` when one cannot be used at the start. Later that is reported, and what it held before stays in use. */
export async function openSiteFiles<const Files extends Record<string, SiteFile<unknown>>>(
  files: Files,
  options: {
    onRead(settings: readonly string[]): void;
    /** A sentence for the operator about a file that cannot be used. */
    onFailure(sentence: string): void;
    /** Watches the files; by default a timer that does not keep the process alive. */
    repeat?: Repeat;
  },
): Promise<OpenedSiteFiles<Files>> {
  const all = Object.entries(files);
  const named = () => all.flatMap(([, { path }]) => path() ?? []);
  // Before the first read, so that a write during that read counts as a change.
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
      // One that is not named any more has to go.
      const isAny = named().length > 0 || Object.values(held).some((it) => it !== undefined);
      return isAny ? watched.reloadNow : undefined;
    },
    [Symbol.dispose]: watched.keepWatching(options.repeat),
  };
}

/** What one file holds; `undefined` where none is named. Throws `invalid`. */
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
