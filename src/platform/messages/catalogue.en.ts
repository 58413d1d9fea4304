// Everything that the service says in English, which the other languages are typed by.

export { adminMessages } from '../../modules/administration/administration.en.ts';
export { operatorMessages } from '../../modules/claims/operators.en.ts';
export {
  doctorFindings,
  fileFailures,
  settingWarnings,
} from '../../modules/doctor/doctor-findings.en.ts';
export { emailMessages } from '../../modules/email/email.en.ts';
export { historyMessages, statisticsMessages } from '../../modules/history/history.en.ts';
export { loginMessages } from '../../modules/login/login.en.ts';
export { serverAdminMessages } from '../../modules/moderation/moderation.en.ts';
export { doctorMessages, emailAdminMessages } from '../../modules/overview/overview.en.ts';
export { accountMessages } from '../../modules/profile/account.en.ts';
export { siteMessages, themeMessages } from '../../modules/site/site.en.ts';
export { siteAdminMessages } from '../../modules/site/site-admin.en.ts';
export { helpMessages } from '../../modules/start/help.en.ts';
export { startMessages } from '../../modules/start/start.en.ts';
export { securityMessages } from '../../modules/two-factor/security.en.ts';
export { gameMessages } from '../../modules/web-client/game.en.ts';
export { webhookMessages } from '../../modules/webhooks/webhooks.en.ts';
export {
  accountFailures,
  formMessages,
  inputFailures,
  serverFailures,
  siteFailures,
} from './failures.en.ts';
export * as formats from './formats.en.ts';
export { labels } from './labels.en.ts';
export { messages } from './pages.en.ts';
