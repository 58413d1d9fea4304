// The pages where operators look after the servers that they claimed.
/** @jsxImportSource preact */

import { Face } from '../face.tsx';
import { HiddenField, TextArea, TextField } from '../form-fields.tsx';
import { EMPTY_FORM, Form, FormPage, type FormState, Notice, SubmitButton } from '../forms.tsx';
import { renderDocument, type Site } from '../layout.tsx';
import { operatorWords } from '../words/operators.ts';
import { ToServer } from './claim-page.tsx';
import { JoinPlace, type OwnJoinPlace } from './own-join-place.tsx';
import { operatorPaths } from './server-about.tsx';

const words = operatorWords.own;

/** Which of the forms of the page is meant. */
export type OwnForm = 'texts' | 'port' | 'back' | 'address' | 'release';

/** The most of everything that the texts may hold. */
interface TextLimits {
  description: number;
  links: number;
  tags: number;
}

/** What the page of one server is made from. */
export interface OwnServerPage extends Omit<OwnJoinPlace, 'baseUrl'> {
  site: Site;
  /** Without colour codes; empty while the server is away. */
  name: string;
  limits: TextLimits;
  /** The form that was not accepted. */
  refused: { form: OwnForm; state: FormState } | undefined;
  /** The form that was. */
  done: keyof typeof words.done | undefined;
}

/** The page of one server. */
export function renderOwnServerPage(page: OwnServerPage): string {
  const { site, claim, name, refused, done } = page;
  const stateOf = (form: OwnForm) => (refused?.form === form ? refused.state : EMPTY_FORM);
  return renderDocument(
    <FormPage
      site={site}
      title={words.title(name === '' ? words.nameless : name)}
      state={refused?.state ?? EMPTY_FORM}
    >
      {done !== undefined && (
        <Notice kind="success">
          <p>{words.done[done]}</p>
        </Notice>
      )}
      <ToServer hash={claim.hash} />
      <Texts {...page} state={stateOf('texts')} />
      <JoinPlace {...page} baseUrl={site.baseUrl} portState={stateOf('port')} />
      <section>
        <h2>{words.releaseTitle}</h2>
        <p>{words.releaseHow}</p>
        <Form action={operatorPaths.own(claim.hash)}>
          <SubmitButton label={words.release} kind="danger" name="form" value="release" />
        </Form>
      </section>
    </FormPage>,
  );
}

/** The page with all servers of an account. */
export function renderOwnServersPage(facts: {
  site: Site;
  servers: readonly { hash: string; name: string }[];
}): string {
  const { site, servers } = facts;
  return renderDocument(
    <FormPage site={site} title={words.listTitle}>
      {servers.length === 0 ? (
        <>
          <p>{words.listNone}</p>
          <p>
            <a class="button quiet" href="/">
              {words.toList}
            </a>
          </p>
        </>
      ) : (
        <ul class="records">
          {servers.map(({ hash, name }) => (
            <li key={hash}>
              <Face hash={hash} />
              <p>
                <a href={operatorPaths.own(hash)}>
                  <bdi>{name === '' ? `${words.nameless} (${hash})` : name}</bdi>
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
    </FormPage>,
  );
}

function Texts({ claim, limits, state }: OwnServerPage & { state: FormState }) {
  return (
    <section>
      <h2>{words.textsTitle}</h2>
      <Form action={operatorPaths.own(claim.hash)}>
        <HiddenField name="form" value="texts" />
        <TextArea
          name="description"
          label={words.description}
          hint={words.descriptionHint(limits.description)}
          state={state}
          value={claim.description}
          rows={6}
        />
        <TextArea
          name="links"
          label={words.links}
          hint={words.linksHint(limits.links)}
          state={state}
          value={claim.links.join('\n')}
        />
        <TextField
          name="tags"
          label={words.tags}
          hint={words.tagsHint(limits.tags)}
          state={state}
          value={claim.tags.join(' ')}
          isLiteral
        />
        <TextField
          name="country"
          label={words.country}
          hint={words.countryHint}
          state={state}
          value={claim.country ?? ''}
          isLiteral
        />
        <SubmitButton label={words.saveTexts} />
      </Form>
    </section>
  );
}
