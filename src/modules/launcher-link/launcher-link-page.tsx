// The pages where players enter the code of a launcher, see who asks, and let it in or keep it out.
/** @jsxImportSource preact */

import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { PageParts } from '../../platform/module/description.ts';
import { type FormState, TYPED } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { Country, countryName } from '../../platform/views/parts.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { accountTexts } from '../account/messages.ts';
import { securityMessages } from '../two-factor/messages.ts';
import type { LauncherLinks } from './launcher-links.ts';
import { linkMessages as texts } from './messages.ts';

const LINK_PATH = '/link/';
const REVIEW_PATH = `${LINK_PATH}review/`;

type LauncherReview = NonNullable<Awaited<ReturnType<LauncherLinks['findReview']>>>;
export type LinkPagePorts = PagePorts<Account> & { launcherLinks: LauncherLinks };

/** The pages, the link to them beside the pages of an account, and the hint on the page for players. */
export const createParts = (context: LinkPagePorts): PageParts => ({
  routes: [launcherLinkRoutes(context)],
  accountLinks: [{ href: LINK_PATH, group: 'security', label: () => texts.title }],
  launcherHints: [LinkHint],
});

function LinkHint() {
  return (
    <>
      <p>{texts.startHint}</p>
      <LinkLine href={LINK_PATH} label={texts.title} />
    </>
  );
}

/** Routes of `/link/` and `/link/review/`. */
function launcherLinkRoutes(context: LinkPagePorts) {
  const { launcherLinks } = context;

  async function enterCode({ visitor, form, caller }: OwnerRequest<Account>): Promise<Response> {
    await launcherLinks.enterCode(visitor, form.field('code'), caller());
    return seeOther(REVIEW_PATH);
  }

  async function showReview(requested: OwnerRequest<Account>) {
    const { visitor, caller } = requested;
    const review = await launcherLinks.findReview(visitor, caller());
    if (review === undefined) return seeOther(LINK_PATH);
    return renderReview(requested, review);
  }

  async function decide({ visitor, form }: OwnerRequest<Account>): Promise<Response> {
    if (form.field('answer') === 'approve') {
      await launcherLinks.approve(visitor);
      return seeOther(`${LINK_PATH}?done=approved`);
    }
    await launcherLinks.refuse(visitor);
    return seeOther(`${LINK_PATH}?done=refused`);
  }

  return pageRoutes<Account>(context, [
    {
      path: LINK_PATH,
      who: 'owner',
      query: ['done'],
      ...formPage({ show: showForm, submit: enterCode }),
    },
    {
      path: REVIEW_PATH,
      who: 'owner',
      page: LINK_PATH,
      get: showReview,
      post: formPage({ show: showForm, submit: decide }).post,
    },
  ]);
}

function showForm({ site, query }: OwnerRequest<Account>, state: FormState) {
  return (
    <FormPage
      site={site(LINK_PATH)}
      title={texts.title}
      state={state}
      navigation={accountNavigation(LINK_PATH)}
    >
      {query.done === 'approved' && (
        <Notice kind="success" title={texts.approvedTitle} text={texts.approved} />
      )}
      {query.done === 'refused' && <Notice kind="information" text={texts.refused} />}
      <p>{texts.intro}</p>
      <ol>
        {texts.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <FieldsForm
        action={LINK_PATH}
        fields={[
          {
            name: 'code',
            label: texts.code,
            hint: texts.codeHint,
            autocomplete: 'off',
            ...TYPED,
          },
        ]}
        state={state}
        submit={accountTexts.goOn}
      />
    </FormPage>
  );
}

function renderReview({ site, account }: OwnerRequest<Account>, review: LauncherReview) {
  const { launcher, browserCountry, isSameNetwork } = review;
  const { device, country, address } = launcher;
  const facts = [
    [texts.device, securityMessages.device(device)],
    [texts.address, address],
    [labels.country, <Country key="country" code={country} />],
  ] as const;
  return (
    <FormPage
      site={site(LINK_PATH)}
      title={texts.confirmTitle}
      navigation={accountNavigation(LINK_PATH)}
    >
      {country !== browserCountry && (
        <Notice
          kind="warning"
          title={texts.abroadTitle}
          text={texts.abroad(countryName(country), countryName(browserCountry))}
        />
      )}
      <p>{texts.asks(account.name)}</p>
      <dl class="pairs">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">{isSameNetwork ? texts.sameNetwork : texts.otherNetwork}</p>
      <p>{texts.gives}</p>
      <p>{texts.onlyOwn}</p>
      <Form action={REVIEW_PATH}>
        <p class="buttons row">
          <SubmitButton label={texts.approve} name="answer" value="approve" />
          <SubmitButton label={texts.refuse} kind="quiet" name="answer" value="refuse" />
        </p>
      </Form>
    </FormPage>
  );
}
