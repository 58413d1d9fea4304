// The public face of the module: the site's name and looks, its rules for people, and its notice.

import { parseReason } from '../../platform/input/plain-line.ts';
import type { Actor } from '../../platform/lib/actor.ts';
import type { Clock } from '../../platform/lib/clock.ts';
import { aboutField, checkTogether, Failure } from '../../platform/lib/failure.ts';
import type { SiteIdentity } from '../../platform/lib/site-facts.ts';
import { createNoticeBoard } from './notice.ts';
import type { SiteSettings } from './settings.ts';
import { FIELDS, type SiteChoice, textOf } from './site-fields.ts';
import type { SiteFiles, SiteStore, StoredValue } from './site-ports.ts';
import { contactLink, SITE_FIELDS, type SiteField, splitFooterLink } from './site-values.ts';

/** The site's identity and notice while the service runs. */
export type SiteModule = Awaited<ReturnType<typeof openSite>>;
export type SiteFieldState = ReturnType<SiteModule['listFields']>[number];

type Typed = Partial<Record<SiteField, string>>;

const MAX_RECENT = 4;

/** Opens the module. `host` names a site without a name. */
export async function openSite(ports: {
  host: string;
  settings: SiteSettings;
  files: () => SiteFiles;
  store: SiteStore;
  clock: Clock;
}) {
  const { host, settings, files, store, clock } = ports;
  let stored: readonly StoredValue[] = [];
  let choice = choose();
  let recent: readonly SiteIdentity[] = [toIdentity(choice, host)];
  const notice = createNoticeBoard(ports);

  function choose(): SiteChoice {
    let chosen: SiteChoice = {
      name: settings.siteName ?? '',
      description: settings.siteDescription ?? '',
      accent: settings.siteAccent,
      contact: settings.contactUrl ?? settings.contactEmail ?? '',
      footerLinks: settings.footerLinks,
      launcherUrl: settings.launcherUrl ?? '',
      ...files(),
    };
    for (const { field, text, bytes } of stored) {
      chosen = { ...chosen, ...readStored(field, text, bytes) };
    }
    return chosen;
  }

  function refresh(): void {
    choice = choose();
    const identity = toIdentity(choice, host);
    // Most stored changes that cause a reload do not concern the site.
    if (describe(identity) === describe(recent[0])) return;
    recent = [identity, ...recent].slice(0, MAX_RECENT);
  }

  async function reload(): Promise<void> {
    const [values, shown] = await Promise.all([store.listValues(), store.findNotice()]);
    stored = values;
    notice.show(shown);
    refresh();
  }

  function entryOf(actor: Actor, field: SiteField, text: string) {
    return { at: clock.now(), actor, subject: FIELDS[field].subject, reason: parseReason(text) };
  }

  function toChange(actor: Actor, field: SiteField, next: SiteChoice, reason: string) {
    const { show, tell } = FIELDS[field];
    const text = show(next);
    const made = { action: 'site changed', detail: tell?.(next) ?? textOf(text) } as const;
    const bytes = field === 'site_logo' ? next.logo?.bytes : undefined;
    return { field, text, bytes, entry: { ...entryOf(actor, field, reason), ...made } };
  }

  await reload();
  return {
    identity: () => recent[0] as SiteIdentity,
    /** The current identity and earlier ones: pages that were just sent still load files of those. */
    recentIdentities: () => recent,
    notice,
    listFields: () =>
      SITE_FIELDS.map((field) => ({
        field,
        text: FIELDS[field].show(choice),
        /** When it was set on the page, in milliseconds since the Unix epoch; `undefined` if the settings apply. */
        changedAt: stored.find((value) => value.field === field)?.changedAt,
      })),
    /**
     * Sets the fields that differ from their current value; an empty text means no value. Returns the fields that it
     * set. Throws everything that is wrong as `invalid`, each with its field.
     */
    async save(actor: Actor, typed: Typed, reason: string) {
      const next = await readTyped(choice, typed);
      const isChanged = ({ show }: (typeof FIELDS)[SiteField]) => show(next) !== show(choice);
      const changed = SITE_FIELDS.filter((it) => typed[it] !== undefined && isChanged(FIELDS[it]));
      await store.saveValues(changed.map((field) => toChange(actor, field, next, reason)));
      await reload();
      return changed;
    },
    async saveLogo(actor: Actor, bytes: Uint8Array | undefined, reason: string) {
      const read = aboutField('site_logo', () => FIELDS.site_logo.read('', bytes));
      await store.saveValues([toChange(actor, 'site_logo', { ...choice, ...read }, reason)]);
      await reload();
    },
    /** Goes back to the settings. Returns false if they already applied. */
    async reset(actor: Actor, field: SiteField, reason: string) {
      const entry = { ...entryOf(actor, field, reason), action: 'site reset', detail: '' } as const;
      const isReset = await store.removeValue(field, entry);
      await reload();
      return isReset;
    },
    refresh,
    reload,
  };
}

/** A text that differs if identities do. A logo counts by its digest. */
function describe(identity: SiteIdentity | undefined): string {
  return JSON.stringify(identity, (key, value) => (key === 'bytes' ? undefined : value));
}

function toIdentity(choice: SiteChoice, host: string): SiteIdentity {
  const { name, contact, footerLinks } = choice;
  return {
    ...choice,
    name: name === '' ? host : name,
    isNamed: name !== '',
    contact: contact === '' ? undefined : contactLink(contact),
    footerLinks: footerLinks.map(splitFooterLink),
  };
}

/** The value stored by this or another version; an empty object if this version cannot read it. */
function readStored(
  name: string,
  text: string,
  bytes: Uint8Array | undefined,
): Partial<SiteChoice> {
  const field = SITE_FIELDS.find((each) => each === name);
  if (field === undefined) return {};
  try {
    return FIELDS[field].read(text, bytes);
  } catch (error) {
    if (error instanceof Failure) return {};
    throw error;
  }
}

/** The choice with the typed values in it. Throws everything that is wrong with them together. */
async function readTyped(choice: SiteChoice, typed: Typed): Promise<SiteChoice> {
  let next = choice;
  const read = (field: SiteField) => () => {
    const text = typed[field];
    if (text === undefined) return;
    next = { ...next, ...aboutField(field, () => FIELDS[field].read(text, undefined)) };
  };
  await checkTogether(SITE_FIELDS.map(read));
  return next;
}
