// The repository of letters that are still to be written.

import { asc, eq } from 'drizzle-orm';
import { letterErrands } from '../../drizzle/schema/letter-errands.ts';
import type { Errand, ErrandStore } from '../accounts/registration-ports.ts';
import type { Connection } from './connection.ts';
import { addErrand } from './deeds.ts';
import { guard } from './errors.ts';

/** Opens the repository of errands over a connection. */
export function createErrandStore({ orm }: Connection): ErrandStore {
  return {
    addErrand: (errand) =>
      guard(() => orm.transaction(() => addErrand(orm, errand), { behavior: 'immediate' })),

    listErrands: (limit) =>
      guard(() =>
        orm
          .select()
          .from(letterErrands)
          .orderBy(asc(letterErrands.id))
          .limit(limit)
          .all()
          .map((row) => ({ ...row, kind: row.kind as Errand['kind'] })),
      ),

    finishErrand: (id) =>
      guard(() => {
        orm.delete(letterErrands).where(eq(letterErrands.id, id)).run();
      }),
  };
}
