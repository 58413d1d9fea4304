// Files that pages load, under names derived from their content.

import { Elysia } from 'elysia';
import { iconDigest } from '../input/picture.ts';
import type { SiteIdentity } from '../lib/site-facts.ts';
import { messages } from '../messages/messages.ts';
import { ASSETS_PATH, facePath } from '../messages/paths.ts';
import { ASSETS, type Asset } from '../views/assets.ts';
import { renderFaceSvg } from '../views/face.ts';
import { lookOf } from '../views/site-look.ts';
import { answerFailure } from './errors.ts';
import { answerKeptPage, type KeptPage, keepFile, keepPage } from './html.ts';
import { HIDDEN } from './openapi.ts';
import { found } from './page-form.ts';
import { FILE_NAME, matching, pathParameter } from './parameters.ts';
import { NO_SNIFFING } from './security-headers.ts';

const FaceSchema = matching(/^[0-9a-fA-F]{32}\.(?:svg|png)$/, {
  description: 'Hash of a server, and `.svg` for its face or `.png` for its icon.',
});

export const FILE_HEADERS = {
  vary: 'Accept-Encoding',
  ...NO_SNIFFING,
  // A picture opened on its own is a document, and must not run anything.
  'content-security-policy': "default-src 'none'; sandbox",
};
export const LASTING = 'public, max-age=31536000, immutable';
const LASTING_HEADERS = { ...FILE_HEADERS, 'cache-control': LASTING };

/** An SVG logo has its own styles. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

interface KeptFile {
  page: KeptPage;
  type: string;
  policy?: string;
}

/** The files of an identity that pages load besides the shared ones, by path: its stylesheet and its logo. */
function listFiles(identity: SiteIdentity): Map<string, KeptFile> {
  const { stylesheet, logoPath } = lookOf(identity);
  const { logo } = identity;
  const files = new Map<string, KeptFile>([
    [stylesheet.path, { page: keepPage(stylesheet.text, 'for good'), type: stylesheet.type }],
  ]);
  if (logo !== undefined && logoPath !== undefined) {
    const page = keepFile(logo, logo.extension !== 'svg');
    files.set(logoPath, { page, type: logo.type, policy: LOGO_POLICY });
  }
  return files;
}

/** Routes of `/push.js`, `/assets/<digest>.<extension>`, `/assets/face/<hash>.svg` and `/assets/face/<hash>.png`. */
export function assetRoutes({
  site,
  servers,
  scripts,
  worker,
}: {
  /** The current identity and earlier ones: pages that were just sent still load files of those. */
  site: { recentIdentities(): readonly SiteIdentity[] };
  /** The scripts of modules. The worker has a path that never changes. */
  scripts: readonly Asset[];
  worker: Asset;
  servers: { claims: { findIcon(hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> } };
}) {
  const files = new Map<string, KeptFile>(
    [...ASSETS, ...scripts].map(({ path, type, text }) => [
      path,
      { page: keepPage(text, 'for good'), type },
    ]),
  );
  const filesOf = new WeakMap<SiteIdentity, Map<string, KeptFile>>();

  function findFile(path: string): KeptFile | undefined {
    const known = files.get(path);
    if (known !== undefined) return known;
    for (const identity of site.recentIdentities()) {
      const file = filesOf.getOrInsertComputed(identity, listFiles).get(path);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  function answerFile(request: Request, name: string): Response | Promise<Response> {
    const file = findFile(`${ASSETS_PATH}${name}`);
    if (file === undefined) return answerFailure(request, 404, messages.failure.nothingHere);
    const { page, type, policy } = file;
    return answerKeptPage(request, page, {
      ...LASTING_HEADERS,
      'content-type': type,
      ...(policy === undefined ? {} : { 'content-security-policy': policy }),
    });
  }

  function answerFace(request: Request, name: string): Response | Promise<Response> {
    const hash = name.slice(0, -'.svg'.length).toLowerCase();
    if (!name.endsWith('.svg')) return answerIcon(request, hash);
    const headers = { ...LASTING_HEADERS, 'content-type': 'image/svg+xml' };
    return answerKeptPage(request, keepPage(renderFaceSvg(hash), 'once'), headers);
  }

  async function answerIcon(request: Request, hash: string): Promise<Response> {
    const bytes = await servers.claims.findIcon(hash);
    // A page from before the icon was removed shows the face.
    if (bytes === undefined) return found(facePath(hash));
    const digest = iconDigest(bytes);
    return answerKeptPage(request, keepFile({ bytes, digest }, true), {
      ...FILE_HEADERS,
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': request.url.endsWith(`?v=${digest}`) ? LASTING : 'no-cache',
    });
  }

  const workerPage = keepPage(worker.text);
  const workerHeaders = {
    ...FILE_HEADERS,
    'content-type': worker.type,
    'cache-control': 'no-cache',
  };

  return new Elysia({ name: 'assets' })
    .get(worker.path, ({ request }) => answerKeptPage(request, workerPage, workerHeaders), HIDDEN)
    .get('/assets/:name', ({ request, params }) => answerFile(request, params.name), {
      ...pathParameter('name', FILE_NAME),
      ...HIDDEN,
    })
    .get('/assets/face/:name', ({ request, params }) => answerFace(request, params.name), {
      ...pathParameter('name', FaceSchema),
      ...HIDDEN,
    });
}
