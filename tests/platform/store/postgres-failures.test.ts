// Which failures of PostgreSQL have the primary looked for among its hosts.

import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import {
  AWAY_NO_ANSWER,
  AWAY_NO_CONNECTION,
  isDatabaseAway,
  isHostLost,
} from '../../../src/platform/store/postgres/failures.ts';

const ofServer = (errno: string) => new SQL.PostgresError('', { code: '', errno });
const ofClient = (code: string) => Object.assign(new Error(), { code });

test.each<[string, Error, { isAway: boolean; isLost: boolean }]>([
  ['a server that stops', ofServer('57P01'), { isAway: true, isLost: true }],
  ['a standby', ofServer('25006'), { isAway: true, isLost: true }],
  ['no answer', ofClient(AWAY_NO_ANSWER), { isAway: true, isLost: true }],
  ['a full disk', ofServer('53100'), { isAway: false, isLost: false }],
  ['our own bound of connections', ofClient(AWAY_NO_CONNECTION), { isAway: true, isLost: false }],
  ['an old one', ofClient('ERR_POSTGRES_LIFETIME_TIMEOUT'), { isAway: true, isLost: false }],
  ['an idle one', ofClient('ERR_POSTGRES_IDLE_TIMEOUT'), { isAway: true, isLost: false }],
  ['a unique value', ofServer('23505'), { isAway: false, isLost: false }],
])('%s', (_, cause, { isAway, isLost }) => {
  const error = new Error('Failed query', { cause });
  expect([isDatabaseAway(error), isHostLost(error)]).toEqual([isAway, isLost]);
});
