// Takes back, inside the transaction that changes an address, what was sent to the one of before.

import { and, eq, isNull } from 'drizzle-orm';
import { loginCodes } from '../../drizzle/schema/login-codes.ts';
import type { Connection } from './connection.ts';

/** Login codes under way go to a mailbox that is the account's no more. Spent, they still count towards what may be sent. */
export function forgetOldMailbox(tx: Pick<Connection['orm'], 'update'>, accountId: number): void {
  tx.update(loginCodes)
    .set({ spentAt: loginCodes.sentAt })
    .where(and(eq(loginCodes.accountId, accountId), isNull(loginCodes.spentAt)))
    .run();
}
