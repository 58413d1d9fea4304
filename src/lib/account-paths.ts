// Paths of account pages, for the routes that serve them and the emails that link to them.

const PATHS = {
  account: '/acc/',
  verify: '/acc/verify/',
  reset: '/acc/reset/',
  confirmEmail: '/acc/email/confirm/',
  undoEmail: '/acc/email/undo/',
  register: '/acc/register/',
  forgot: '/acc/forgot/',
  password: '/acc/password/',
  email: '/acc/email/',
  export: '/acc/export/',
  delete: '/acc/delete/',
  security: '/acc/security/',
  rules: '/acc/rules/',
  firstAdministrator: '/acc/first-administrator/',
} as const;

export type AccountPage = keyof typeof PATHS;

/** The path of a page; a one-time token is its last part: `/acc/reset/<token>/`. */
export function accountPath(page: AccountPage, token?: string): string {
  return token === undefined ? PATHS[page] : `${PATHS[page]}${encodeURIComponent(token)}/`;
}
