// The page where players report a server to the moderators.
/** @jsxImportSource preact */

import { answerSitePage } from '../../platform/http/html.ts';
import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { labels } from '../../platform/messages/messages.ts';
import {
  EMPTY_FORM,
  type FieldOf,
  type FormState,
  optionsOf,
} from '../../platform/views/form-fields.tsx';
import { FieldsForm, FormPage, Notice } from '../../platform/views/forms.tsx';
import type { Account } from '../account/index.ts';
import { operatorPaths } from '../claims/index.ts';
import {
  answerServerGone,
  type ServerPagePorts,
  serverOf,
  serverParameter,
  ToServer,
  Unverified,
} from '../claims/server-parts.tsx';
import { reportMessages } from './messages.ts';
import { MAX_REPORT_LENGTH, type ServerReports } from './reports.ts';

const messages = reportMessages;
const KEPT_LENGTH = 5_000;

type ReportPagePorts = PagePorts<Account> &
  ServerPagePorts & {
    mail: { readonly isOn: boolean };
    servers: { reports: Pick<ServerReports, 'hasOpenReport' | 'report'> };
  };

export function reportRoutes(context: ReportPagePorts) {
  const { reports } = context.servers;

  /** Emails are possible only to confirmed addresses, and only when the site sends email. */
  const mayEmail = ({ account }: OwnerRequest<Account>) =>
    context.mail.isOn && account.emailConfirmedAt !== null;

  async function show(requested: OwnerRequest<Account>, state: FormState) {
    const { account, site } = requested;
    const { hash, name } = serverOf(context, requested);
    if (name === '') return answerServerGone(context, requested, hash);
    const isVerified = account.verifiedAt !== null;
    const frame = site(operatorPaths.report(hash));
    const page = (
      <FormPage site={frame} title={messages.title(name)} state={state}>
        {(await reports.hasOpenReport(account.id, hash)) ? (
          <Notice kind="success" title={messages.sentTitle} text={messages.sent} />
        ) : isVerified ? (
          <>
            <p>{messages.intro}</p>
            <FieldsForm
              action={operatorPaths.report(hash)}
              fields={fieldsOf(mayEmail(requested))}
              state={state}
              submit={messages.send}
            />
          </>
        ) : (
          <Unverified site={frame} />
        )}
        <ToServer hash={hash} />
      </FormPage>
    );
    return isVerified ? page : answerSitePage(page, 403);
  }

  async function send(requested: OwnerRequest<Account>) {
    const { account, form, request } = requested;
    const { hash, name } = serverOf(context, requested);
    if (account.verifiedAt === null || name === '') return show(requested, EMPTY_FORM);
    await reports.report({ accountId: account.id, address: context.addressOf(request) }, hash, {
      kind: form.field('kind'),
      text: form.field('text'),
      wantsEmail: form.field('email') === 'yes' && mayEmail(requested),
    });
    return seeOther(operatorPaths.report(hash));
  }

  return pageRoutes(context, [
    {
      path: '/server/report/:hash',
      who: 'owner',
      parameter: serverParameter(context),
      ...formPage({
        show,
        submit: send,
        keptLength: KEPT_LENGTH,
        keep: ({ fields }) => fields('kind', 'text', 'email'),
      }),
    },
  ]);
}

function fieldsOf(mayEmail: boolean): (FieldOf | false)[] {
  const { kind, kinds, choose, textHint, email, emailHint } = messages;
  return [
    { name: 'kind', label: kind, options: optionsOf(kinds, choose), isRequired: true },
    { name: 'text', label: labels.details, hint: textHint(MAX_REPORT_LENGTH), rows: 6 },
    mayEmail && { name: 'email', label: email, hint: emailHint, isChecked: false },
  ];
}
