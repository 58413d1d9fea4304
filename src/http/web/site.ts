// What every page of the house shows around its content.

import type { Visitor } from '../../accounts/accounts.ts';
import type { Site } from '../../pages/layout.tsx';
import type { HttpContext } from '../context.ts';

/** The frame for this visitor. */
export function describeSite({ baseUrl, servers }: HttpContext, visitor: Visitor): Site {
  const { listings, players } = servers.listPublic();
  return {
    baseUrl,
    online: { players, servers: listings.length },
    accountName: visitor.kind === 'account' ? visitor.account.name : undefined,
  };
}
