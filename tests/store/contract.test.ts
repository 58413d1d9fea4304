// Runs the contract suites on SQLite in memory.

import { describeEveryStore } from '../contract/every-store.ts';
import { openTestStore } from '../support/store.ts';

describeEveryStore('SQLite in memory', openTestStore);
