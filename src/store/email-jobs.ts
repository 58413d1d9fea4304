// The repository of letters that are still to be written.

import { asc, eq } from 'drizzle-orm';
import { emailJobs } from '../../drizzle/schema/email-jobs.ts';
import type { EmailJob, EmailJobStore } from '../accounts/registration-ports.ts';
import { addEmailJob } from './account-changes.ts';
import type { Connection } from './connection.ts';
import { withStoreErrors } from './errors.ts';

/** Opens the repository of errands over a connection. */
export function createEmailJobStore({ orm }: Connection): EmailJobStore {
  return {
    addEmailJob: (emailJob) =>
      withStoreErrors(() =>
        orm.transaction(() => addEmailJob(orm, emailJob), { behavior: 'immediate' }),
      ),

    listEmailJobs: (limit) =>
      withStoreErrors(() =>
        orm
          .select()
          .from(emailJobs)
          .orderBy(asc(emailJobs.id))
          .limit(limit)
          .all()
          .map((row) => ({ ...row, kind: row.kind as EmailJob['kind'] })),
      ),

    finishEmailJob: (id) =>
      withStoreErrors(() => {
        orm.delete(emailJobs).where(eq(emailJobs.id, id)).run();
      }),
  };
}
