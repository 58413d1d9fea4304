// The script of every page. Each page works without it.

import { openCopyFields } from './copy.ts';
import { part } from './find-part.ts';
import { openList } from './list.ts';
import { openPlots } from './plots.ts';
import { openSparks } from './sparks.ts';
import { openThemeSwitch } from './theme.ts';
import { openWatch } from './watch.ts';

// Shows what only works with scripts.
document.documentElement.classList.add('scripted');
openCopyFields();
openThemeSwitch();
openWatch();
openPlots();
const list = part('content');
if (list !== null) {
  openList(list);
  openSparks();
}
