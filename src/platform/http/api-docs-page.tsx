// The page about the API: everything in /openapi.json, in groups, with examples. New endpoints appear automatically.
/** @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { currentLanguage, DEFAULT_LANGUAGE } from '../messages/language.ts';
import { messages } from '../messages/messages.ts';
import { apiDocsStylesheet, otherPagesStylesheet } from '../views/assets.ts';
import { API_DOCS_PATH, Page, type Site } from '../views/layout.tsx';
import { renderMarkdown } from '../views/markdown.ts';
import {
  type Answer,
  type ApiDocument,
  type ApiPart,
  dereference,
  type Endpoint,
  exampleOf,
  type Field,
  isReference,
  listEndpoints,
  listFields,
  listNamedTypes,
  nameOf,
  type Operation,
  type Schema,
  typeParts,
} from './api-document.ts';
import { writeExamples } from './api-examples.ts';

const texts = messages.apiDocs;

/** The address of each page of the reference. */
export const apiPartPaths = { open: API_DOCS_PATH, keys: `${API_DOCS_PATH}keys/` } as const;

/** The page around a reference that is already rendered. */
export function ApiDocsPage(props: { site: Site; part: ApiPart; reference: string }) {
  const { site, part, reference } = props;
  return (
    <Page
      site={site}
      title={texts.titles[part]}
      preview={{ path: apiPartPaths[part] }}
      stylesheets={[otherPagesStylesheet, apiDocsStylesheet]}
    >
      <div class="api" dangerouslySetInnerHTML={{ __html: reference }} />
    </Page>
  );
}

/** One page of the reference as HTML, in the current language. It links to the other `parts`. */
export function renderApiReference(
  document: ApiDocument,
  part: ApiPart = 'open',
  parts: readonly ApiPart[] = [part],
): string {
  const { info, servers, tags, components } = document;
  const { responses, headers, securitySchemes } = components;
  return render(
    <>
      <h1>{texts.titles[part]}</h1>
      <p class="reading" lang={english()}>
        {info.description}
      </p>
      <p class="hint">
        {info.title} {info.version} · {info.license.name} · {servers[0]?.url} ·{' '}
        <a href="/openapi.json">{texts.asOpenApi}</a>
        {parts
          .filter((other) => other !== part)
          .map((other) => (
            <>
              {' '}
              · <a href={apiPartPaths[other]}>{texts.titles[other]}</a>
            </>
          ))}
      </p>
      <nav aria-label={texts.contents}>
        <ul class="row">
          {tags.map(({ name }) => (
            <li lang={english()}>
              <a href={`#${groupId(name)}`}>{name}</a>
            </li>
          ))}
          {(['access', 'types', 'shared'] as const).map((part) => (
            <li>
              <a href={`#${part}`}>{texts[part]}</a>
            </li>
          ))}
        </ul>
      </nav>
      {tags.map(({ name, description }) => (
        <>
          <h2 id={groupId(name)} lang={english()}>
            {name}
          </h2>
          <p lang={english()}>{description}</p>
          {listEndpoints(document, name).map((endpoint) => (
            <EndpointSection document={document} endpoint={endpoint} />
          ))}
        </>
      ))}
      <h2 id="access">{texts.access}</h2>
      <dl lang={english()}>
        {Object.entries(securitySchemes).map(([name, { description, ...scheme }]) => (
          <Entry id={`access-${name}`} name={name}>
            <u>{Object.values(scheme).join(' ')}</u> {description}
          </Entry>
        ))}
      </dl>
      <h2 id="types">{texts.types}</h2>
      {listNamedTypes(document).map(({ name, schema, example }) => (
        <article lang={english()}>
          <h3 id={`t-${name}`}>{name}</h3>
          <div>
            <TypeOf schema={schema} /> {schema.description}
            <Fields fields={listFields(schema)} />
          </div>
          {example !== undefined && <Example example={example} />}
        </article>
      ))}
      <h2 id="shared">{texts.shared}</h2>
      <dl lang={english()}>
        {Object.entries(responses).map(([name, answer]) => (
          <AnswerEntry
            document={document}
            id={sharedId(document, 'responses', name)}
            name={name}
            answer={answer}
          />
        ))}
        {Object.entries(headers).map(([name, { schema, description, example }]) => (
          <Entry id={sharedId(document, 'headers', name)} name={name}>
            <TypeOf schema={schema} /> {description} {example}
          </Entry>
        ))}
      </dl>
    </>,
  );
}

/** The anchor of a shared answer or header. It is short, because the page has more than a hundred links to them. */
function sharedId(document: ApiDocument, kind: 'responses' | 'headers', name: string): string {
  return `${kind[0]}${Object.keys(document.components[kind]).indexOf(name)}`;
}

const groupId = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** The language of the document's texts, if it differs from the page's. */
function english(): string | undefined {
  return currentLanguage() === DEFAULT_LANGUAGE ? undefined : DEFAULT_LANGUAGE;
}

function EndpointSection({ document, endpoint }: { document: ApiDocument; endpoint: Endpoint }) {
  const { places, operation } = endpoint;
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses);
  return (
    <article>
      <h3>
        {places.map(({ method, path }) => (
          <code>
            <b>{method}</b> {path}
          </code>
        ))}
      </h3>
      <div>
        <p lang={english()}>{summary}</p>
        {description !== undefined && (
          <div
            lang={english()}
            dangerouslySetInnerHTML={{ __html: renderMarkdown(description).html }}
          />
        )}
        <Access operation={operation} />
        {[...Map.groupBy(parameters, (it) => it.in)].map(([place, fields]) => (
          <Fields head={texts[place]} fields={fields} />
        ))}
        {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
          <Fields head={texts.body(type)} fields={listFields(dereference(document, schema))} />
        ))}
        <h4>{texts.answers}</h4>
        <dl lang={english()}>
          {answers.map(
            ([status, answer]) =>
              !isReference(answer) && (
                <AnswerEntry document={document} name={status} answer={answer} />
              ),
          )}
        </dl>
        {answers.some(([, answer]) => isReference(answer)) && (
          <p>
            {texts.sharedAnswers}
            {answers.map(
              ([status, answer]) =>
                isReference(answer) && (
                  <a href={`#${sharedId(document, 'responses', nameOf(answer))}`}>{status}</a>
                ),
            )}
          </p>
        )}
      </div>
      <Examples document={document} endpoint={endpoint} />
    </article>
  );
}

/** The session or token that an operation needs; nothing if everybody gets the same answer. */
function Access({ operation: { security = [] } }: { operation: Operation }) {
  const isOptional = security.some((way) => Object.keys(way).length === 0);
  return (
    <>
      {security.flatMap(Object.entries).map(([name, scopes]) => (
        <p class="hint">
          {isOptional ? texts.optionalAccess : texts.requiredAccess}{' '}
          <a href={`#access-${name}`}>{name}</a> {scopes.join(', ')}
        </p>
      ))}
    </>
  );
}

function Fields({ head, fields }: { head?: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      {head !== undefined && <h4>{head}</h4>}
      <dl lang={english()}>
        {fields.map(({ name, schema, required = false }) => (
          <Entry name={name}>
            <TypeOf schema={schema} isOptional={!required} /> {schema.description}
            {schema.items?.description && ` ${schema.items.description}`}
          </Entry>
        ))}
      </dl>
    </>
  );
}

function Entry({ id, name, children }: { id?: string; name: string; children: ComponentChildren }) {
  return (
    <>
      <dt id={id}>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function TypeOf({ schema, isOptional = false }: { schema: Schema; isOptional?: boolean }) {
  return (
    <u>
      {typeParts(schema).map((part) =>
        typeof part === 'string' ? part : <a href={`#t-${nameOf(part)}`}>{nameOf(part)}</a>,
      )}
      {isOptional && ` ${texts.optional}`}
    </u>
  );
}

function AnswerEntry(props: { document: ApiDocument; id?: string; name: string; answer: Answer }) {
  const { document, answer, ...entry } = props;
  return (
    <Entry {...entry}>
      {answer.description}
      {Object.entries(answer.content ?? {}).map(([type, { schema }]) => (
        <>
          {' '}
          <u>{type}</u> <TypeOf schema={schema} /> {schema.description}
        </>
      ))}
      {Object.entries(answer.headers ?? {}).map(([name, header]) => (
        <>
          {' '}
          <a href={`#${sharedId(document, 'headers', nameOf(header))}`}>{name}</a>
        </>
      ))}
    </Entry>
  );
}

function Examples({ document, endpoint }: { document: ApiDocument; endpoint: Endpoint }) {
  const code = writeExamples(document, endpoint);
  if (code === undefined) return null;
  return (
    <div>
      <pre>{code.curl}</pre>
      <details>
        <summary>{'JavaScript, Python'}</summary>
        <pre>{code.javaScript}</pre>
        <pre>{code.python}</pre>
      </details>
      {Object.entries(endpoint.operation.responses).map(([status, answer]) =>
        Object.entries((!isReference(answer) && answer.content) || {}).map(([type, body]) => {
          const example = exampleOf(document, body);
          if (example === undefined) return null;
          return (
            <>
              <h4>{`${status} ${type}`}</h4>
              <Example example={example} />
            </>
          );
        }),
      )}
    </div>
  );
}

/** An example as text. Its quotes stay as they are and tabs indent it: that saves a twentieth of the page. */
function Example({ example }: { example: unknown }) {
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, '\t');
  const __html = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return <pre dangerouslySetInnerHTML={{ __html }} />;
}
