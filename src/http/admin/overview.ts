// The first page of administration.

import { version } from '../../lib/version.ts';
import { ACCOUNTS_PATH } from '../../pages/admin/accounts-page.tsx';
import { type OverviewNumber, renderOverviewPage } from '../../pages/admin/overview-page.tsx';
import { adminWords } from '../../pages/words/admin.ts';
import type { HttpContext } from '../context.ts';
import { answerOwnPage } from '../html.ts';
import type { AdminRequest, AdminRoute } from './admin-route.ts';

const words = adminWords.overview;

/** Routes of `/admin/`. */
export function overviewRoutes({
  administration,
  moderation,
  mail,
  servers,
}: HttpContext): AdminRoute[] {
  async function show({ actor, frame }: AdminRequest): Promise<Response> {
    const [counts, unlisted, letters] = await Promise.all([
      administration.by(actor).countAccounts(),
      moderation.listUnlisted(),
      mail.listLetters(),
    ]);
    const failed = letters.filter(({ state }) => state === 'failed').length;
    const { numbers } = words;
    const shown: OverviewNumber[] = [
      { label: numbers.accounts, value: counts.all, path: ACCOUNTS_PATH },
      { label: numbers.unverified, value: counts.unverified, path: standing('unverified') },
      { label: numbers.suspended, value: counts.suspended, path: standing('suspended') },
      { label: numbers.staff, value: counts.staff, path: standing('staff') },
      { label: numbers.live, value: servers.listPublic().listings.length, path: '/' },
      { label: numbers.unlisted, value: unlisted.length },
      { label: numbers.failedLetters, value: failed },
    ];
    const attention: string[] = [];
    if (!mail.isOn) attention.push(words.mailOff);
    if (!mail.isOn && counts.unverified > 0) {
      attention.push(words.toVerify(counts.unverified));
    }
    if (failed > 0) attention.push(words.lettersFailed(failed));
    return answerOwnPage(renderOverviewPage({ frame, numbers: shown, attention, version }));
  }

  return [{ method: 'GET', path: '/admin', role: 'moderator', answer: show }];
}

function standing(which: string): string {
  return `${ACCOUNTS_PATH}?standing=${which}`;
}
