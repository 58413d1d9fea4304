// Finds the web client where the operator said that it is: in a folder, on another site, or nowhere.

import type { Reloadable } from './settled-files.ts';
import type { WebClientFile } from './web-client-files.ts';
import { openWebClientFolder, type WebClientFolderEvents } from './web-client-folder.ts';

/** Where the web client comes from; while it is a folder, that is watched. */
type OpenedWebClient = Disposable &
  Reloadable &
  (
    | { kind: 'none' }
    | { kind: 'folder'; files(): ReadonlyMap<string, WebClientFile> }
    | { kind: 'elsewhere'; url: string }
  );

/** Opens it. Throws `invalid` or `unavailable` when the folder cannot be used. */
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
