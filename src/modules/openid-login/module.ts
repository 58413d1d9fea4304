// The description of the module for the composition root.

import type { Clock } from '../../platform/lib/clock.ts';
import type { OpenOptionalModule, OptionalModule } from '../../platform/module/description.ts';
import type { Database } from '../../platform/store/engine.ts';
import { openIdEvents } from './events.ts';
import type { OpenIdLoginPorts } from './open.ts';
import { openIdLinkTables } from './openid-link-tables.ts';
import { createOpenIdLinkStore } from './openid-links-store.ts';
import { openIdEmails } from './openid-login-emails.ts';
import type { OpenIdPagePorts } from './openid-login-page.tsx';

type Context = Omit<OpenIdPagePorts, 'openIdLogin'>;

export const openIdLogin = {
  name: 'openid-login',
  events: openIdEvents,
  emails: openIdEmails,
  createTables: openIdLinkTables,
  createStores: (db: Database) => ({ openIdLinks: createOpenIdLinkStore(db) }),
  async open(ports: OpenIdLoginPorts): Promise<OpenOptionalModule<Context>> {
    if (ports.settings.oidcLogin === undefined) return {};
    const { openOpenIdLogin } = await import('./open.ts');
    const openIdLogin = openOpenIdLogin(ports);
    return {
      loadParts: async (context, clock: Clock) =>
        (await import('./openid-login-page.tsx')).createParts({ ...context, openIdLogin }, clock),
    };
  },
} satisfies OptionalModule;
