// The events of webhooks by their stored and sent names, with a sentence about each in every language.

import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { currentLanguage, type Language } from '../../platform/messages/language.ts';
import { webhookMessages } from './messages.ts';

/** The name of an event, and a sentence about it. `why` is the reason; for a rally it is the number of people. */
interface EventTexts {
  name: string;
  say(server: string, why: string): string;
}

interface WebhookEvent extends Record<Language, EventTexts> {
  /** When the event happens, for the docs. */
  when: string;
  /** Whether owners of the server may subscribe too, or only the site. */
  isForOwners: boolean;
}

/** A server went offline when it was silent for this long. The sentences of the event name this time. */
export const WENT_AFTER_SILENCE_MS = 10 * 60_000;

export const WEBHOOK_EVENTS = {
  came: {
    isForOwners: true,
    when: 'the server is back after `server.went`',
    en: { name: 'Back online', say: (server) => `${server} is back online.` },
    de: { name: 'Wieder online', say: (server) => `${server} ist wieder online.` },
  },
  went: {
    isForOwners: true,
    when: 'the server sent no heartbeat for 10 minutes',
    en: {
      name: 'Silent for 10 minutes',
      say: (server) => `${server} has been silent for 10 minutes.`,
    },
    de: { name: 'Seit 10 Minuten still', say: (server) => `${server} ist seit 10 Minuten still.` },
  },
  refused: {
    isForOwners: true,
    when: 'Muster refuses its heartbeats for more than a minute; `reason` is `fields`, `contested`, `crowded`, `full`, `port_closed` or `key`',
    en: { name: 'Refused', say: (server, why) => `${server} is refused (${why}).` },
    de: { name: 'Abgelehnt', say: (server, why) => `${server} wird abgelehnt (${why}).` },
  },
  back: {
    isForOwners: true,
    when: 'Muster accepts its heartbeats again after a refusal or a ban',
    en: { name: 'Accepted again', say: (server) => `${server} is accepted again.` },
    de: { name: 'Wieder angenommen', say: (server) => `${server} wird wieder angenommen.` },
  },
  banned: {
    isForOwners: true,
    when: 'Muster refuses its heartbeats because of a ban; `reason` is the reason of your moderators',
    en: { name: 'Banned', say: (server, why) => `${server} is banned (${why}).` },
    de: { name: 'Gesperrt', say: (server, why) => `${server} ist gesperrt (${why}).` },
  },
  new: {
    isForOwners: false,
    when: 'a server is in the public list for the first time in its life',
    en: { name: 'New on the list', say: (server) => `${server} is new on the list.` },
    de: { name: 'Neu in der Liste', say: (server) => `${server} ist neu in der Liste.` },
  },
  reported: {
    isForOwners: false,
    when: 'a player reports it; `reason` is `texts`, `fake`, `copy`, `harm` or `other`',
    en: { name: 'Reported', say: (server) => `${server} was reported by a player.` },
    de: { name: 'Gemeldet', say: (server) => `${server} wurde von einem Spieler gemeldet.` },
  },
  rally: {
    isForOwners: true,
    when: 'players [come together](api.md#rallies) for it; `reason` is their number',
    en: {
      name: 'Players come together',
      say: (server, people) => `${server}: ${people} players come together.`,
    },
    de: {
      name: 'Spieler kommen zusammen',
      say: (server, people) => `${server}: ${people} Spieler kommen zusammen.`,
    },
  },
} as const satisfies Record<string, WebhookEvent>;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

/** Events that moderators wait for are sent before all others. */
export const URGENT_EVENTS: readonly WebhookEventName[] = ['reported', 'banned'];

/** Events about the webhook itself. */
const OF_WEBHOOK = {
  added: {
    en: {
      name: 'First message',
      say: (server) => `From now on, you get messages${server && ` about ${server}`} here.`,
    },
    de: {
      name: 'Erste Nachricht',
      say: (server) => `Ab jetzt bekommst du hier Nachrichten${server && ` über ${server}`}.`,
    },
  },
  off: {
    en: {
      name: 'Switched off',
      say: (_, host) =>
        `Your webhook to ${host} is switched off: nothing could be delivered for a day, or its receiver answered that it is gone.`,
    },
    de: {
      name: 'Ausgeschaltet',
      say: (_, host) =>
        `Dein Webhook an ${host} ist ausgeschaltet: Einen Tag lang konnte nichts zugestellt werden, oder der Empfänger meldete, dass es ihn nicht mehr gibt.`,
    },
  },
} satisfies Record<string, Record<Language, EventTexts>>;

export type ServerEventName = WebhookEventName | keyof typeof OF_WEBHOOK;

const TEXTS: Record<ServerEventName, Record<Language, EventTexts>> = {
  ...WEBHOOK_EVENTS,
  ...OF_WEBHOOK,
};

/** The texts in the current language. */
export const textsOf = (event: ServerEventName): EventTexts => TEXTS[event][currentLanguage()];

export interface ServerEvent {
  type: ServerEventName;
  /** Milliseconds since the Unix epoch. */
  at: number;
  /** Empty, like the name, if the event concerns no server. */
  hash: string;
  name: string;
  /** The key of a refusal's reason, the text of the moderators, or the host of a webhook; otherwise empty. */
  reason: string;
}

/** A sentence about the event in the current language. `quote` is applied to texts that other people typed. */
export function describeEvent(event: ServerEvent, quote = (text: string) => text): string {
  const { why } = webhookMessages;
  const { type, name, reason } = event;
  const isKey = type === 'refused' && Object.hasOwn(why, reason);
  const because = isKey ? why[reason as keyof typeof why] : quote(reason);
  return textsOf(type).say(quote(stripColourCodes(name)), because);
}

/** The events that webhooks of a server, or of the site if `hash` is null, can subscribe to. */
export function listEvents(hash: string | null): WebhookEventName[] {
  const all = Object.keys(WEBHOOK_EVENTS) as WebhookEventName[];
  return all.filter((name) => hash === null || WEBHOOK_EVENTS[name].isForOwners);
}
