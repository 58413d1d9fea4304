// The rally section of a server's page: how many players are coming, and the form to join them.
/** @jsxImportSource preact */

import { formats, messages } from '../../platform/messages/messages.ts';
import { JAVASCRIPT } from '../../platform/views/assets.ts';
import { bundle } from '../../platform/views/bundle.ts' with { type: 'macro' };
import { Fields, type FormState } from '../../platform/views/form-fields.tsx';
import { Form, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import { End } from '../../platform/views/time.tsx';
import type { Account } from '../account/index.ts';
import { serverMessages } from '../registry/messages.ts';
import type { Rallies } from './rallies.ts';

/** The script is also the worker that shows notifications, so its path must not change. */
export const pushScript = {
  path: '/push.js',
  type: JAVASCRIPT,
  text: bundle('modules/rallies/push-browser.ts'),
};

/** With the page's own delay, everybody who waits learns of a change within 5 s. */
const WATCH_SECONDS = 3;

interface RallyFacts {
  site: Site;
  path: string;
  rally: NonNullable<Awaited<ReturnType<Rallies['find']>>>;
  account: Account | undefined;
  isMailOn: boolean;
  /** Whether the server has no players now. */
  isEmpty: boolean;
  state: FormState;
}

export function RallySection(facts: RallyFacts) {
  const { own, pledged, wanted, coming } = facts.rally;
  const said = serverMessages.rally;
  const watch = own?.metAt === null ? { 'data-watch': WATCH_SECONDS } : {};
  return (
    <section id="rally" class="way panel alert" {...watch}>
      <h2>{said.title}</h2>
      <div role="status">
        {coming > 0 && <Notice kind="success" text={said.coming(coming)} />}
        {wanted !== undefined && <p>{said.pledged(pledged, wanted)}</p>}
      </div>
      <Own {...facts} />
    </section>
  );
}

function Own(facts: RallyFacts) {
  const { path, isMailOn, account, rally } = facts;
  const { own } = rally;
  if (own === undefined) return <Join {...facts} />;
  const said = serverMessages.rally;
  const isWaiting = own.metAt === null;
  const push = { 'data-push': rally.pushKey, 'data-failed': said.pushFailed };
  return (
    <>
      <p>
        {said.own(own.wanted)} <End at={own.expiresAt} />.
      </p>
      {isWaiting && isMailOn && account?.emailConfirmedAt && <p class="hint">{said.byEmail}</p>}
      <Form action={path}>
        <div class="row buttons">
          {isWaiting && (
            <button class="button quiet scripted-only" type="button" {...push}>
              {said.push}
            </button>
          )}
          {own.browsers > 0 && (
            <SubmitButton label={said.pushStop(own.browsers)} kind="quiet" name="push" value="no" />
          )}
          <SubmitButton label={said.takeBack} kind="quiet" name="rally" value="no" />
        </div>
      </Form>
    </>
  );
}

function Join({ site, path, rally, account, state, isEmpty }: RallyFacts) {
  const said = serverMessages.rally;
  const field = (
    name: 'wanted' | 'minutes',
    value: string,
    labelOf: (value: number) => string,
  ) => ({
    name,
    label: said[name],
    value,
    options: rally.choices[name].map((each) => ({ value: each, label: labelOf(Number(each)) })),
  });
  const fields = [
    field('wanted', '4', said.players),
    field('minutes', '60', (minutes) => formats.formatWait(minutes * 60_000)),
  ];
  const [href, label] =
    account === undefined
      ? [site.loginPath, messages.logIn]
      : [site.verifyPath, serverMessages.verify];
  return (
    <>
      <p>{isEmpty ? `${said.nobody} ${said.how}` : said.how}</p>
      {account?.verifiedAt ? (
        <Form action={path}>
          <Fields fields={fields} state={state} />
          <p class="hint">{said.hint}</p>
          <SubmitButton label={said.submit} kind="quiet" name="rally" value="yes" />
        </Form>
      ) : (
        <LinkLine look="button quiet" href={href} label={label} />
      )}
    </>
  );
}
