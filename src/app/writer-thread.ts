// The thread that writes to SQLite.

import { serveWrites } from '../platform/store/sqlite/serve-writes.ts';
import { sqliteList } from './stores.ts';

serveWrites(sqliteList);
