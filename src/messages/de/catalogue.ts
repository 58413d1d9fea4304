// Everything that the service says in German.

export { accountMessages } from './account.ts';
export { accountFailures } from './account-failures.ts';
export { adminMessages } from './admin.ts';
export { doctorMessages } from './admin-doctor.ts';
export { emailAdminMessages } from './admin-email.ts';
export { serverAdminMessages } from './admin-servers.ts';
export { siteAdminMessages } from './admin-site.ts';
export { emailMessages } from './email.ts';
export * as formats from './formats.ts';
export { gameMessages } from './game.ts';
export { helpMessages } from './help.ts';
export { historyMessages, statisticsMessages } from './history.ts';
export { formMessages, inputFailures } from './input.ts';
export { loginMessages } from './login.ts';
export { operatorMessages } from './operators.ts';
export { messages } from './pages.ts';
export { securityMessages } from './security.ts';
export { serverFailures } from './server-failures.ts';
export { siteMessages, themeMessages } from './site.ts';
export { siteFailures } from './site-failures.ts';
export { startMessages } from './start.ts';
