// The description of the module for the composition root.

import type { OptionalModule } from '../../platform/module/description.ts';
import type { LinkPagePorts } from './launcher-link-page.tsx';
import type { LauncherLinkPorts } from './launcher-links.ts';

export const launcherLink = {
  name: 'launcher-link',
  async open(ports: LauncherLinkPorts & { settings: { isLauncherLinkOn: boolean } }) {
    if (!ports.settings.isLauncherLinkOn) return {};
    const { createLauncherLinks } = await import('./launcher-links.ts');
    const launcherLinks = createLauncherLinks(ports);
    if (!launcherLinks.isOffered) return {};
    return {
      hooks: { launcherLinks: [launcherLinks] },
      loadParts: async (context: Omit<LinkPagePorts, 'launcherLinks'>) => {
        const { createParts } = await import('./launcher-link-page.tsx');
        return createParts({ ...context, launcherLinks });
      },
    };
  },
} satisfies OptionalModule;
