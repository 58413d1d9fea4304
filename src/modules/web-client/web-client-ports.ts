// Where the game's web client comes from, for routes and pages.

export interface WebClientFile {
  type: string;
  /** Computed from the content. */
  digest: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The web client: none, the operator's folder, or the address of a script or folder elsewhere. */
export type WebClient =
  | { kind: 'none' }
  | { kind: 'folder'; files(): ReadonlyMap<string, WebClientFile> }
  | { kind: 'elsewhere'; url: string };

/** The files that a page loads to start the game. */
export interface WebClientScript {
  script: string;
  /** Where the script finds files that `files` does not name, with a slash at the end. */
  folder: string;
  /** Addresses that change with the content, by the name that the script requests. */
  files: Readonly<Record<string, string>>;
  /** The origin of the script; `undefined` if it is this installation. */
  origin: string | undefined;
}

/** The path of the web client, with a slash at the end. The game itself contains parts of it (C11.5). */
export const STATIC_PATH = '/static/';

const SCRIPT = 'ClassiCube.js';

export function findScript(client: WebClient): WebClientScript | undefined {
  if (client.kind === 'none') return undefined;
  if (client.kind === 'elsewhere') {
    const { origin } = new URL(client.url);
    const folder = new URL('.', client.url).href;
    const script = client.url.endsWith('/') ? `${folder}${SCRIPT}` : client.url;
    return { script, folder, files: {}, origin };
  }
  const files: Record<string, string> = {};
  for (const [name, { digest }] of client.files()) {
    if (!name.includes('/')) files[name] = `${STATIC_PATH}${name}?v=${digest}`;
  }
  const { [SCRIPT]: script, ...others } = files;
  if (script === undefined) return undefined;
  return { script, folder: STATIC_PATH, files: others, origin: undefined };
}
