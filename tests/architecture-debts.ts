// What the layout forbids and src still does. The lists only get shorter: a debt that is paid must go from here.

import type { Kind } from './support/layout.ts';

/** Imports, as `file → file` below `src`. */
export const DEBTS: Readonly<Record<Kind, readonly string[]>> = {
  /** Imports from a lower floor to a higher one, or beside it. */
  floors: [],
  /** Imports past the doors of a module below. */
  doors: [],
  /** Imports that the role of the file forbids. */
  roles: [],
  /** Packages that the file may not import. */
  packages: [
    'modules/email/transport.ts → node:net',
    'modules/embed/card-thread.ts → @resvg/resvg-wasm',
    'modules/embed/card-thread.ts → @resvg/resvg-wasm/index_bg.wasm',
    'modules/embed/card-thread.ts → dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
    'modules/embed/card-thread.ts → node:fs',
    'modules/mirrors/mirror-list.ts → node:http',
    'modules/mirrors/mirror-list.ts → node:timers/promises',
    'modules/mirrors/mirror-list.ts → node:util',
    'modules/mirrors/mirror-list.ts → node:zlib',
    'modules/rallies/web-push.ts → web-push',
    'modules/web-client/web-client-files.ts → node:fs',
    'modules/web-client/web-client-files.ts → node:fs/promises',
    'modules/web-client/web-client-files.ts → node:path',
  ],
};

/** Files that are too small to stand beside their only importer. */
export const SLIVERS: readonly string[] = [];
