// What webhooks are told, by the names that are stored and sent.

interface WebhookEvent {
  /** When it happens, in the docs. */
  when: string;
  /** Whether owners of the server are told too, or the site alone. */
  isForOwners: boolean;
}

export const WEBHOOK_EVENTS = {
  came: { isForOwners: true, when: 'the server is back after `server.went`' },
  went: { isForOwners: true, when: 'the server sent no heartbeat for 10 minutes' },
  refused: {
    isForOwners: true,
    when: 'Muster refuses its heartbeats for more than a minute; `reason` is `fields`, `contested`, `crowded`, `full`, `port_closed` or `key`',
  },
  back: { isForOwners: true, when: 'Muster accepts its heartbeats again after a refusal or a ban' },
  banned: {
    isForOwners: true,
    when: 'Muster refuses its heartbeats because of a ban; `reason` is the reason of your moderators',
  },
  new: {
    isForOwners: false,
    when: 'a server is in the public list for the first time in its life',
  },
  reported: {
    isForOwners: false,
    when: 'a player reports it; `reason` is `texts`, `fake`, `copy`, `harm` or `other`',
  },
  rally: {
    isForOwners: true,
    when: 'players [come together](api.md#rallies) for it; `reason` is their number',
  },
} as const satisfies Record<string, WebhookEvent>;

export type WebhookEventName = keyof typeof WEBHOOK_EVENTS;

/** `added` and `off` are about the webhook itself. */
export type ServerEventName = WebhookEventName | 'added' | 'off';

export interface ServerEvent {
  type: ServerEventName;
  /** Milliseconds since the Unix epoch. */
  at: number;
  /** Empty, as the name is, where it is about no server. */
  hash: string;
  name: string;
  /** The key of why it is refused, what moderators gave, or the host of a webhook; else empty. */
  reason: string;
}

/** What may be told to webhooks of the site, where `hash` is null, or of a server. */
export function listEvents(hash: string | null): WebhookEventName[] {
  const all = Object.keys(WEBHOOK_EVENTS) as WebhookEventName[];
  return all.filter((name) => hash === null || WEBHOOK_EVENTS[name].isForOwners);
}
