// What passkeys give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  limits: { 'src/modules/passkeys/passkeys.ts': { shared: ['passkeys from an address'] } },
};
