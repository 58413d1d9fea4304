// Every sentence about logins with an OpenID provider.

export const openIdMessages = {
  logIn: (provider: string) => `Log in with ${provider}`,
  manage: 'Manage the link',
  state: 'In place of your password, once you have linked your accounts.',
  intro: (provider: string) =>
    `If you link this account to your account at ${provider}, you can log in to this site with it. Everything else stays as it is: your password, two-factor authentication, and the login in the launcher.`,
  linked: (host: string) => `Linked to an account at ${host}`,
  link: 'Link the accounts',
  proven: (provider: string) =>
    `${provider} now asks you who you are. Afterwards, your accounts are linked. You have ten minutes.`,
  goOn: (provider: string) => `Continue to ${provider}`,
  unlink: 'Remove the link',
  unlinkHint: (provider: string) =>
    `Without the link, you can no longer log in with ${provider}. Your other ways to log in stay.`,
  again: 'Try again',
  usePassword: 'Log in with your password',
  unlinked: (provider: string) => `No account here is linked to your account at ${provider}.`,
  unlinkedHint:
    'If you have an account here, log in with your password, then link the two. Otherwise, create an account first.',
  toLink: 'Log in and link the accounts',
};

export const openIdFailures = {
  silent: (provider: string) =>
    `${provider} does not answer. Log in with your password, or try again later.`,
  stale:
    'This login was started more than ten minutes ago, or in another browser, or was used before. Start again.',
  refused: (provider: string) => `${provider} did not confirm who you are. Try again.`,
  taken: (provider: string) =>
    `Your account at ${provider} is already linked to another account here. Remove that link first.`,
  outdated: 'This account is already linked. Remove that link first.',
};

export const openIdFindings = {
  answers: (issuer: string) => `${issuer} answers as an OpenID provider.`,
  silent: (issuer: string, problem: string) =>
    `${issuer} does not answer as an OpenID provider (${problem}), so nobody can log in with it.\n→ Correct oidc_login, or tell the operator of that provider.`,
};
