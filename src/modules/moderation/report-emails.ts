// Emails that tell players the outcome of their reports.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { type At, type EmailJob, emailKind, unlinked } from '../../platform/messages/email-kind.ts';
import { reportMessages } from './messages.ts';

/** `serverName` is the name at the time of the report. */
type AboutReport = At & { serverName: string };

const readReport = ({ detail, createdAt }: EmailJob): AboutReport => ({
  serverName: stripColourCodes(detail),
  at: createdAt,
});

export const reportEmails = {
  'report closed': emailKind({
    en: {
      label: 'Report closed',
      subject: (site: string) => `Your report at ${site} was reviewed`,
      text: (site: string, server: string, moment: string) =>
        `The moderators of ${site} reviewed your report on the server “${server}” and closed it on ${moment}.`,
    },
    de: {
      label: 'Meldung geschlossen',
      subject: (site) => `Deine Meldung bei ${site} wurde geprüft`,
      text: (site, server, moment) =>
        `Die Moderation von ${site} hat deine Meldung zum Server „${server}“ geprüft und geschlossen (${moment}).`,
    },
    read: readReport,
    write: ({ serverName }: AboutReport, { say, site, moment }) => [
      say.text(site, unlinked(serverName), moment),
      { note: reportMessages.emailAsked },
    ],
  }),
  'reported server unlisted': emailKind({
    en: {
      label: 'Reported server unlisted',
      subject: (site: string) => `A server that you reported at ${site} is not listed any more`,
      text: (site: string, server: string, moment: string) =>
        `The moderators of ${site} reviewed your report on the server “${server}” on ${moment}. The server is no longer in the public list.`,
    },
    de: {
      label: 'Gemeldeter Server nicht mehr gelistet',
      subject: (site) => `Ein von dir gemeldeter Server steht nicht mehr auf ${site}`,
      text: (site, server, moment) =>
        `Die Moderation von ${site} hat deine Meldung zum Server „${server}“ geprüft (${moment}). Der Server steht nicht mehr in der öffentlichen Liste.`,
    },
    read: readReport,
    write: ({ serverName }: AboutReport, { say, site, moment }) => [
      say.text(site, unlinked(serverName), moment),
      { note: reportMessages.emailAsked },
    ],
  }),
};
