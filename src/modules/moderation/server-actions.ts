// The actions of moderators on one server. The forms of its page, the buttons for several servers, the commands and the
// audit log follow from this table. Their sentences for pages are in `moderation.en.ts` and `moderation.de.ts`.

import { requireCountry } from '../../platform/input/country.ts';

/** The marks that moderators give servers. A mark stays while its server is offline. */
export const MARK_KINDS = ['featured', 'unlisted', 'country'] as const;

export type MarkKind = (typeof MARK_KINDS)[number];

/** An action sets a mark, lifts a mark, or changes the claim. */
interface ServerAction<Name = string> {
  /** Its name in the audit log. The database stores it, so it never changes. */
  audit: string;
  sets?: MarkKind;
  lifts?: MarkKind;
  claim?: 'clearTexts' | 'removeClaim';
  /** Optional by default. Only the audit log keeps a `required` reason; a mark keeps one that its operator sees. */
  reason?: 'required' | 'notified';
  /** The value that a mark keeps: its field, its help, and the function that reads it or throws `invalid`. */
  value?: { field: string; help: string; read(text: string): string };
  /** The action that undoes it. Moderators can do an action with one to several servers; `results` of the page says so. */
  undoneBy?: Name;
  /** Help of the command `muster server <name>` or `muster claim <name>`. Without it, there is none. */
  help?: string;
  /** The action that the command does when its value is this word. */
  instead?: { word: string; action: Name };
  /** What the command prints. `unchanged` is an error unless the action sets a mark. */
  done(hash: string, value: string): string;
  unchanged?(hash: string): string;
}

const NOT_CLAIMED = (hash: string) => `Server ${hash} is not claimed.`;

export const SERVER_ACTIONS = {
  feature: {
    audit: 'server featured',
    sets: 'featured',
    help: 'Feature a server at the top of the list.',
    done: (hash) => `Server ${hash} is now featured.`,
    unchanged: (hash) => `Server ${hash} is already featured.`,
  },
  unfeature: {
    audit: 'server unfeatured',
    lifts: 'featured',
    help: 'Stop featuring a server.',
    done: (hash) => `Server ${hash} is no longer featured.`,
    unchanged: (hash) => `Server ${hash} is not featured.`,
  },
  unlist: {
    audit: 'server unlisted',
    sets: 'unlisted',
    reason: 'notified',
    undoneBy: 'relist',
    help: 'Keep a server off the public list. Players can still join with its address.',
    done: (hash) => `Server ${hash} is kept off the public list.`,
  },
  relist: {
    audit: 'server relisted',
    lifts: 'unlisted',
    undoneBy: 'unlist',
    help: 'Allow a server on the public list again.',
    done: (hash) => `Server ${hash} will be listed again after its next heartbeat.`,
    unchanged: (hash) => `Server ${hash} is not unlisted.`,
  },
  country: {
    audit: 'country set',
    sets: 'country',
    value: {
      field: 'country',
      help: 'two letters such as NZ, or auto for the country of its address',
      read: requireCountry,
    },
    help: 'Set the country that a server is shown with.',
    instead: { word: 'auto', action: 'country-reset' },
    done: (hash, country) => `Server ${hash} is shown with country ${country}.`,
  },
  'country-reset': {
    audit: 'country reset',
    lifts: 'country',
    done: (hash) => `Server ${hash} is shown with the country of its address.`,
    unchanged: (hash) => `No country was set for server ${hash}.`,
  },
  'claim-clear': {
    audit: 'claim texts removed',
    claim: 'clearTexts',
    reason: 'required',
    help: 'Clear the description, links, tags and join address of a claimed server.',
    done: (hash) => `Description, links, tags and join address of server ${hash} were cleared.`,
    unchanged: NOT_CLAIMED,
  },
  'claim-remove': {
    audit: 'claim removed',
    claim: 'removeClaim',
    reason: 'required',
    help: 'Remove the claim on a server.',
    done: (hash) => `Server ${hash} is no longer claimed.`,
    unchanged: NOT_CLAIMED,
  },
} as const satisfies Record<string, ServerAction>;

export type ServerActionName = keyof typeof SERVER_ACTIONS;

type ServerAuditAction = (typeof SERVER_ACTIONS)[ServerActionName]['audit'];

export const SERVER_ACTION_NAMES = Object.keys(SERVER_ACTIONS) as ServerActionName[];

export const serverAction = (
  name: ServerActionName,
): ServerAction<ServerActionName> & { audit: ServerAuditAction } => SERVER_ACTIONS[name];

/** Whether a mark keeps the reason that its operator sees. */
export const hasReason = (kind: MarkKind): boolean =>
  SERVER_ACTION_NAMES.map(serverAction).some(
    ({ sets, reason }) => sets === kind && reason === 'notified',
  );
