// Paths that pages, emails and commands name, and that routes serve.

/** All texts name the heartbeat URL with this path after the base URL. The service also accepts an older path. */
export const HEARTBEAT_PATH = '/server/heartbeat';

const PATHS = {
  account: '/acc/',
  verify: '/acc/verify/',
  reset: '/acc/reset/',
  confirmEmail: '/acc/email/confirm/',
  undoEmail: '/acc/email/undo/',
  register: '/acc/register/',
  enter: '/acc/enter/',
  forgot: '/acc/forgot/',
  password: '/acc/password/',
  email: '/acc/email/',
  export: '/acc/export/',
  delete: '/acc/delete/',
  security: '/acc/security/',
  appeal: '/acc/appeal/',
  rules: '/acc/rules/',
  firstAdministrator: '/acc/first-administrator/',
  server: '/server/play/',
  ownServer: '/server/own/',
  webhooks: '/admin/webhooks/',
  favourites: '/favourites/',
} as const;

export type AccountPage = keyof typeof PATHS;

/** The path of a page; a one-time token is its last part: `/acc/reset/<token>/`. */
export function accountPath(page: AccountPage, token?: string): string {
  return token === undefined ? PATHS[page] : `${PATHS[page]}${encodeURIComponent(token)}/`;
}

export const ASSETS_PATH = '/assets/';

/** The path of a server's picture: its operator's icon, by a digest of it, or the face made from the hash. */
export const facePath = (hash: string, icon?: string | null) =>
  `${ASSETS_PATH}face/${hash}${icon ? `.png?v=${icon}` : '.svg'}`;
