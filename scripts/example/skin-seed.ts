// Skins of two players of the example, drawn as the default skins of other names.

import { drawDefaultSkin } from '../../src/modules/skins/default-skin.ts';
import { encodePng, iconDigest } from '../../src/platform/input/picture.ts';
import type { SeedModule } from './seed.ts';

export const seedModule: SeedModule = async ({ skins }, accountIdOf, now) => {
  for (const [name, look] of [
    ['Player', 'example'],
    ['brickwright', 'builder'],
  ] as const) {
    const png = encodePng(drawDefaultSkin(look));
    const drawn = { png, digest: iconDigest(png), shape: 'old' } as const;
    await skins.saveSkin({ ...drawn, accountId: accountIdOf(name), changedAt: now });
  }
};
