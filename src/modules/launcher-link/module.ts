// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { LinkPagePorts } from './launcher-link-page.tsx';
import type { LauncherLinkPorts } from './launcher-links.ts';
import { linkMessages } from './messages.ts';

export const launcherLink = {
  name: 'launcher-link',
  accountLinks: [{ href: '/link/', label: () => linkMessages.title }],
  async open(ports: LauncherLinkPorts) {
    const { createLauncherLinks } = await import('./launcher-links.ts');
    const launcherLinks = createLauncherLinks(ports);
    return {
      hooks: { launcherLinks: [launcherLinks] },
      loadParts: async (context: Omit<LinkPagePorts, 'launcherLinks'>) => {
        const { launcherLinkRoutes } = await import('./launcher-link-page.tsx');
        return { routes: [launcherLinkRoutes({ ...context, launcherLinks })] };
      },
    };
  },
} satisfies OptionalModule;
