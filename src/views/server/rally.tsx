// Who would play on a server if enough come: how many there are, and the form by which a reader joins them.
/** @jsxImportSource preact */

import type { Account } from '../../accounts/accounts.ts';
import { formats, messages, serverFailures } from '../../messages/messages.ts';
import type { Rallies } from '../../servers/servers.ts';
import { SelectField } from '../form-fields.tsx';
import { Form, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { LinkLine, type Site } from '../layout.tsx';
import { End } from '../time.tsx';

/** With the time that the page takes, everybody who waits learns of it within 5 s. */
const WATCH_SECONDS = 3;

interface RallyFacts {
  site: Site;
  path: string;
  rally: NonNullable<Awaited<ReturnType<Rallies['find']>>>;
  account: Account | undefined;
  choices: Rallies['choices'];
  isMailOn: boolean;
  state: FormState;
}

export function RallySection(facts: RallyFacts) {
  const { own, pledged, wanted, coming } = facts.rally;
  const said = messages.server.rally;
  const watch = own?.metAt === null ? { 'data-watch': WATCH_SECONDS } : {};
  return (
    <section id="rally" class="way panel alert" {...watch}>
      <h2>{said.title}</h2>
      <div role="status">
        {coming > 0 && <Notice kind="success" text={said.coming(coming)} />}
        {wanted !== undefined && <p>{said.pledged(pledged, wanted)}</p>}
      </div>
      {own === undefined ? <Join {...facts} /> : <Own {...facts} own={own} />}
    </section>
  );
}

function Own(facts: RallyFacts & { own: NonNullable<RallyFacts['rally']['own']> }) {
  const { path, own, isMailOn, account } = facts;
  const said = messages.server.rally;
  const getsEmail = isMailOn && account?.emailConfirmedAt !== null && own.metAt === null;
  return (
    <>
      <p>
        {said.own(own.wanted)} {said.until} <End at={own.expiresAt} />.
      </p>
      {getsEmail && <p class="hint">{said.byEmail}</p>}
      <Form action={path}>
        <SubmitButton label={said.takeBack} kind="quiet" name="rally" value="no" />
      </Form>
    </>
  );
}

function Join({ site, path, account, choices, state }: RallyFacts) {
  const said = messages.server.rally;
  if (account === undefined || account.verifiedAt === null) {
    const [text, href, label] =
      account === undefined
        ? [said.needsLogin, site.loginPath, messages.logIn]
        : [serverFailures.rally.notVerified, site.verifyPath, messages.server.verify];
    return (
      <>
        <p>{text}</p>
        {href !== undefined && <LinkLine look="button quiet" href={href} label={label} />}
      </>
    );
  }
  const labels = {
    wanted: said.players,
    minutes: (minutes: number) => formats.formatWait(minutes * 60_000),
  };
  const field = (name: 'wanted' | 'minutes', value: string) => {
    const options = choices[name].map((each) => ({
      value: each,
      label: labels[name](Number(each)),
    }));
    return <SelectField {...{ name, label: said[name], state, options, value }} />;
  };
  return (
    <>
      <p>{said.how}</p>
      <Form action={path}>
        {field('wanted', '4')}
        {field('minutes', '60')}
        <p class="hint">{said.hint}</p>
        <SubmitButton label={said.submit} name="rally" value="yes" />
      </Form>
    </>
  );
}
