// The page about the API: every path with an example, its parameters and its responses, folded.
/** @jsxImportSource preact */

import { helpMessages } from '../messages/messages.ts';
import {
  type ApiDescription,
  type ApiField,
  type ApiSchema,
  dereference,
  describeType,
  formatCurl,
  groupOperations,
  listFields,
  type PlacedOperation,
} from './api-description.ts';
import { API_DOCS_PATH, Page, renderDocument, type Site } from './layout.tsx';
import { CodeBlock, CopyLine, TableHead } from './parts.tsx';

const DESCRIPTION_PATH = '/openapi.json';

const messages = helpMessages.apiDocs;

export function renderApiDocsPage(site: Site, description: ApiDescription): string {
  const groups = [...groupOperations(dereference(description))];
  const base = description.servers?.[0]?.url ?? site.baseUrl;
  const aboutTag = (tag: string) => description.tags?.find(({ name }) => name === tag)?.description;
  const first = groups[0]?.[1][0];
  return renderDocument(
    <Page site={site} title={messages.title} preview={{ path: API_DOCS_PATH }}>
      <div class="stack">
        <h1>{messages.title}</h1>
        {messages.paragraphs.map((paragraph) => (
          <p class="reading" key={paragraph}>
            {paragraph}
          </p>
        ))}
        <p>
          {messages.description}
          <a href={DESCRIPTION_PATH}>{DESCRIPTION_PATH}</a>
        </p>
        <nav class="contents" aria-label={messages.contents}>
          <ul>
            {groups.map(([tag, operations]) => (
              <li key={tag}>
                <a class="button quiet" href={`#${anchorOf(tag)}`}>
                  <span lang="en">{tag}</span>,{' '}
                  {messages.count(new Set(operations.map(({ path }) => path)).size)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {groups.map(([tag, operations]) => (
          <section class="stack" key={tag} id={anchorOf(tag)}>
            <h2 lang="en">{tag}</h2>
            {aboutTag(tag) !== undefined && <p lang="en">{aboutTag(tag)}</p>}
            {operations.map((placed) => (
              <Operation
                key={`${placed.method} ${placed.path}`}
                base={base}
                placed={placed}
                isOpen={placed === first}
              />
            ))}
          </section>
        ))}
      </div>
    </Page>,
  );
}

function Operation(properties: { base: string; placed: PlacedOperation; isOpen: boolean }) {
  const { base, placed, isOpen } = properties;
  const { method, path, operation } = placed;
  const title = `${method} ${path}`;
  const { summary, description, parameters = [], requestBody, responses = {} } = operation;
  const answers = Object.entries(responses['200']?.content ?? {}).map(
    ([type, { schema = {} }]) => ({ type, schema }),
  );
  const others = Object.entries(responses).filter(([status]) => status !== '200');
  const isForCurl =
    responses['101'] === undefined && responses['200']?.content?.['text/html'] === undefined;
  return (
    <details class="operation panel" id={anchorOf(title)} open={isOpen}>
      <summary>
        <h3>
          <code>
            <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
          </code>
        </h3>
        {summary !== undefined && <span lang="en">{summary}</span>}
      </summary>
      {description !== undefined && <p lang="en">{description}</p>}
      {isForCurl && <CopyLine text={formatCurl(base, placed)} what={title} />}
      {parameters.length > 0 && (
        <Fields
          caption={messages.parameters}
          fields={parameters.map(({ name, in: place, required = false, schema = {} }) => ({
            name,
            place: isPlace(place) ? messages.places[place] : place,
            type: describeType(schema),
            isRequired: required,
            description: schema.description ?? '',
          }))}
        />
      )}
      {Object.values(requestBody?.content ?? {}).map(({ schema = {} }, index) => (
        <Fields key={index} caption={messages.form} fields={listFields(schema)} />
      ))}
      {answers.map(({ type, schema }) => (
        <Answer key={type} caption={messages.answer(type)} schema={schema} />
      ))}
      {others.length > 0 && (
        <>
          <p>{messages.others}</p>
          <ul class="statuses">
            {others.map(([status, { description: meaning, content = {} }]) => (
              <li key={status}>
                <b>{status}</b> <span lang="en">{meaning}</span>{' '}
                {Object.keys(content).length > 0 && <code>{Object.keys(content).join(', ')}</code>}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

function Answer({ caption, schema }: { caption: string; schema: ApiSchema }) {
  const fields = listFields(schema);
  const [example] = schema.examples ?? [];
  if (fields.length > 0) {
    return (
      <>
        <Fields caption={caption} fields={fields} />
        {example !== undefined && (
          <CodeBlock look="example" text={JSON.stringify(example, null, 2)} />
        )}
      </>
    );
  }
  return (
    <p>
      {caption}:{' '}
      {schema.description === undefined ? (
        describeType(schema)
      ) : (
        <span lang="en">{schema.description}</span>
      )}
    </p>
  );
}

function Fields(properties: { caption: string; fields: (ApiField & { place?: string })[] }) {
  const { caption, fields } = properties;
  const hasPlaces = fields.some(({ place }) => place !== undefined);
  const { name, place, type, required, meaning } = messages;
  const heads = [name, ...(hasPlaces ? [place] : []), type, required, meaning];
  return (
    <table class="plain-table fields panel">
      <caption>{caption}</caption>
      <TableHead heads={heads} />
      <tbody>
        {fields.map(({ name, place, type, isRequired, description }) => (
          <tr key={name}>
            <th scope="row" class="field-name">
              <code>{name}</code>
            </th>
            {hasPlaces && <td>{place}</td>}
            <td class="field-type">{type}</td>
            <td>{isRequired ? messages.isRequired : messages.isOptional}</td>
            <td lang="en">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isPlace(place: string): place is keyof typeof messages.places {
  return Object.hasOwn(messages.places, place);
}

function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
