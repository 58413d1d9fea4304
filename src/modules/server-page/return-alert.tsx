// The form by which a reader gets an email once an offline server is back.
/** @jsxImportSource preact */

import { messages } from '../../platform/messages/messages.ts';
import { Form, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine, type Site } from '../../platform/views/layout.tsx';
import type { Account } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { serverMessages } from '../registry/messages.ts';

/** The form for an email once the server is back, or what the reader needs for it. */
export function ReturnAlert(properties: {
  path: string;
  site: Site;
  account: Account | undefined;
  isSet: boolean;
  days: number;
}) {
  const { path, site, account, isSet, days } = properties;
  const { alert } = serverMessages;
  if (!account?.emailConfirmedAt) {
    const [text, href, label] =
      account === undefined
        ? [alert.needsLogin, site.loginPath, messages.logIn]
        : [alert.needsEmail, site.verifyPath, accountTexts.confirmAddress];
    return (
      <section class="alert">
        <h2>{alert.title}</h2>
        <p>{text}</p>
        <LinkLine look="button quiet" href={href} label={label} />
      </section>
    );
  }
  const [text, value, label] = isSet
    ? [alert.isSet(days), 'no', alert.stop]
    : [alert.how(days), 'yes', alert.start];
  return (
    <section class="alert">
      <h2>{alert.title}</h2>
      <p role={isSet ? 'status' : undefined}>{text}</p>
      <Form action={path}>
        <SubmitButton label={label} kind={isSet ? 'quiet' : 'main'} name="alert" value={value} />
      </Form>
    </section>
  );
}
