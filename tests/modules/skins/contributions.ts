// What skins give to the tests of the whole service.

import type { Contributions } from '../../support/contributions.ts';

export const contributions: Contributions = {
  commands: { 'skin remove': ['Alice', '--reason', 'Rude.'] },
  answers: [
    ['/skin/{name}', '/skin/Alice.png', 200],
    ['/skin/{name}', '/skin/Nobody', 404],
    ['/face/{name}', '/face/Alice.png', 200],
    ['/face/{name}', '/face/Alice.png?size=7', 400],
    ['/face/{name}', '/face/Nobody.png', 404],
  ],
  limits: { 'src/modules/skins/skins.ts': { own: ['uploads of skins', 'reports of skins'] } },
};
