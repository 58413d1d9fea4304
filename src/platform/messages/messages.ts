// The public face of the messages: every sentence that people read on pages and in emails, in the language of the moment.

import * as de from './catalogue.de.ts';
import * as en from './catalogue.en.ts';
import { createLiveMessages, type Translation } from './translation.ts';

export const {
  accountFailures,
  accountMessages,
  adminMessages,
  doctorFindings,
  doctorMessages,
  emailAdminMessages,
  emailMessages,
  fileFailures,
  formats,
  formMessages,
  gameMessages,
  helpMessages,
  historyMessages,
  inputFailures,
  labels,
  loginMessages,
  messages,
  operatorMessages,
  securityMessages,
  serverAdminMessages,
  serverFailures,
  settingWarnings,
  siteAdminMessages,
  siteFailures,
  siteMessages,
  startMessages,
  statisticsMessages,
  themeMessages,
  webhookMessages,
} = createLiveMessages<Translation<typeof en>>({ en, de });
