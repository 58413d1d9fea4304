// The pages of skins: where owners of accounts upload theirs, and where players report one. Also the stylesheets of
// figures, and the parts that skins add to the page of a player.
/** @jsxImportSource preact */

import { answerFailure } from '../../platform/http/errors.ts';
import { answerKeptPage, answerSitePage, keepPage } from '../../platform/http/html.ts';
import {
  formPage,
  type OwnerRequest,
  type PagePorts,
  type PageRequest,
  pageRoutes,
} from '../../platform/http/page.ts';
import { seeOther } from '../../platform/http/page-form.ts';
import { matching } from '../../platform/http/parameters.ts';
import { NO_SNIFFING } from '../../platform/http/security-headers.ts';
import { Failure } from '../../platform/lib/failure.ts';
import { formatBytes } from '../../platform/lib/text.ts';
import { labels } from '../../platform/messages/messages.ts';
import type { PlayerParts } from '../../platform/module/description.ts';
import type { FormState } from '../../platform/views/form-fields.tsx';
import { FieldsForm, Form, FormPage, Notice, SubmitButton } from '../../platform/views/forms.tsx';
import { LinkLine } from '../../platform/views/layout.tsx';
import { accountNavigation } from '../account/account-parts.tsx';
import type { Account } from '../account/index.ts';
import { Unverified } from '../claims/server-parts.tsx';
import { skinFailures, skinMessages } from './messages.ts';
import { SKIN_UPLOAD } from './skin.ts';
import { facePath, figureStyles, SkinFigure } from './skin-figure.tsx';
import { MAX_SKIN_REPORT_LENGTH, type Skins } from './skins.ts';

const SKIN_PATH = '/acc/skin/';
const reportPath = (name: string) => `/skin/report/${name}/`;

export type SkinPagePorts = PagePorts<Account> & { skins: Skins };

const NAME = matching(/^[A-Za-z0-9_.]{2,16}$/, { description: 'Name of the player.' });

const answerNobody = ({ request }: PageRequest<Account>) =>
  answerFailure(request, 404, skinFailures.nobody);

/** The page of the owner, with a form for the file. */
function createOwnPage(skins: Skins) {
  async function show({ account, site, query }: OwnerRequest<Account>, state: FormState) {
    const frame = site(SKIN_PATH);
    const skin = await skins.find(account.name);
    const {
      forbiddenAt = null,
      note = '',
      digest = null,
    } = (await skins.describe(account.id)) ?? {};
    const isVerified = account.verifiedAt !== null;
    const page = (
      <FormPage
        site={frame}
        title={skinMessages.title}
        state={state}
        navigation={accountNavigation(SKIN_PATH)}
      >
        {query.done === 'saved' && <Notice kind="success" text={skinMessages.saved} />}
        {digest === null && note !== '' && (
          <Notice kind="warning" title={skinMessages.removed} text={skinMessages.reason(note)} />
        )}
        {skin && <SkinFigure {...skin} />}
        <p>{skinMessages.intro}</p>
        {!isVerified ? (
          <Unverified site={frame} />
        ) : forbiddenAt !== null ? (
          <Notice kind="danger" text={skinFailures.forbidden} />
        ) : (
          <FieldsForm
            action={SKIN_PATH}
            fields={[
              {
                name: SKIN_UPLOAD.field,
                label: skinMessages.file,
                hint: skinMessages.fileHint(formatBytes(SKIN_UPLOAD.bytes)),
                accept: 'image/png',
              },
            ]}
            state={state}
            submit={skinMessages.save}
            takesFiles
          />
        )}
        {digest !== null && (
          <Form action={SKIN_PATH} hidden={{ remove: 'yes' }}>
            <SubmitButton label={skinMessages.remove} kind="quiet" />
            <p class="hint">{skinMessages.removeHint}</p>
          </Form>
        )}
        <p class="hint">{skinMessages.where}</p>
      </FormPage>
    );
    return isVerified ? page : answerSitePage(page, 403);
  }

  async function submit({ account, form }: OwnerRequest<Account>): Promise<Response> {
    if (form.field('remove') === 'yes') {
      await skins.remove(account.id);
      return seeOther(SKIN_PATH);
    }
    if (account.verifiedAt === null) throw new Failure('forbidden', skinFailures.unverified);
    await skins.upload(account.id, form.file(SKIN_UPLOAD.field) ?? new Uint8Array());
    return seeOther(`${SKIN_PATH}?done=saved`);
  }

  return formPage({ show, submit });
}

/** The page where players report the skin of another. */
function createReportPage(skins: Skins) {
  async function show(requested: OwnerRequest<Account>, state: FormState) {
    const { account, site, params, query } = requested;
    const skin = await skins.find(params.name ?? '');
    if (skin === undefined) return answerNobody(requested);
    const path = reportPath(skin.name);
    const isVerified = account.verifiedAt !== null;
    const page = (
      <FormPage
        site={site(path)}
        title={skinMessages.reportTitle(skin.name)}
        state={state}
        aside={<SkinFigure {...skin} />}
      >
        {query.done === 'sent' ? (
          <Notice kind="success" text={skinMessages.reportSent} />
        ) : !skin.isOwn ? (
          <Notice kind="information" text={skinFailures.nothingToReport} />
        ) : isVerified ? (
          <FieldsForm
            action={path}
            fields={[
              {
                name: 'text',
                label: labels.details,
                hint: skinMessages.reportHint(MAX_SKIN_REPORT_LENGTH),
                rows: 4,
              },
            ]}
            state={state}
            submit={skinMessages.reportSend}
          />
        ) : (
          <Unverified site={site(path)} />
        )}
      </FormPage>
    );
    return isVerified ? page : answerSitePage(page, 403);
  }

  async function submit({ account, form, params }: OwnerRequest<Account>) {
    const { name = '' } = params;
    if (account.verifiedAt === null) throw new Failure('forbidden', skinFailures.unverified);
    await skins.report(account.id, name, form.field('text'));
    return seeOther(`${reportPath(name)}?done=sent`);
  }

  return formPage({ show, submit, keep: ({ fields }) => fields('text'), keptLength: 2_000 });
}

/** Routes of `/acc/skin/`, `/skin/report/<name>/` and `/skin/figure/<name>`. */
export function skinRoutes(context: SkinPagePorts) {
  const { skins } = context;

  async function showFigure(requested: PageRequest<Account>) {
    const { request, params } = requested;
    const skin = await skins.find(params.name ?? '');
    if (skin === undefined) return answerNobody(requested);
    return answerKeptPage(request, keepPage(figureStyles(skin)), {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=60',
      vary: 'Accept-Encoding',
      ...NO_SNIFFING,
    });
  }

  const query = ['done'];
  const parameter = { schema: NAME, otherwise: answerNobody };
  const report = { path: '/skin/report/:name', who: 'owner' as const, query, parameter };
  return pageRoutes<Account>(context, [
    { path: SKIN_PATH, who: 'owner', query, takesFiles: true, ...createOwnPage(skins) },
    { ...report, ...createReportPage(skins) },
    { path: '/skin/figure/:name', who: 'unseen', parameter, get: showFigure },
  ]);
}

/** The parts that skins add to the page of a player: the face beside the name, and the figure with its links. */
export const playerParts = (skins: Skins): PlayerParts => ({
  async face(name) {
    const skin = await skins.find(name);
    return skin && <img class="face" src={facePath(skin, 88)} alt="" />;
  },
  async figure(name, isOwner) {
    const skin = await skins.find(name);
    if (skin === undefined) return undefined;
    return (
      <div>
        <SkinFigure {...skin} />
        {isOwner ? (
          <LinkLine href={SKIN_PATH} label={skinMessages.change} />
        ) : (
          skin.isOwn && <LinkLine href={reportPath(skin.name)} label={skinMessages.report} />
        )}
      </div>
    );
  },
});
