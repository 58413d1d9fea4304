// The page "Play and add your server": how players get in, how servers are listed, and whether one is.
/** @jsxImportSource preact */

import { startMessages as messages } from '../../messages/messages.ts';
import { API_DOCS_PATH, Page, renderDocument, START_PATH, siteName } from '../layout.tsx';
import { type ListedFacts, ListedSection } from './listed-section.tsx';
import { type PlayFacts, PlaySteps } from './play-steps.tsx';
import { PROGRAMS, ProgramLine, TwoLists } from './server-lines.tsx';

const { play, add, listed } = messages;

/** The whole document. */
export function renderStartPage(facts: PlayFacts & ListedFacts): string {
  const { site } = facts;
  const { baseUrl } = site;
  return renderDocument(
    <Page
      site={site}
      title={`${messages.title} · ${siteName(site)}`}
      preview={{ path: START_PATH }}
    >
      <div class="start">
        <h1>{messages.title}</h1>
        <nav class="contents" aria-label={messages.onThisPage}>
          <ul>
            {Object.entries({ play, add, listed }).map(([id, { title }]) => (
              <li key={id}>
                <a class="button quiet" href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <PlaySteps {...facts} />
        <section id="add" class="start-part">
          <h2>{add.title}</h2>
          <h3>{add.two}</h3>
          <TwoLists baseUrl={baseUrl} />
          <h3>{add.only}</h3>
          {PROGRAMS.map((program) => (
            <details key={program}>
              <summary>{add.programs[program].name}</summary>
              <ProgramLine program={program} baseUrl={baseUrl} />
              {program === 'other' && (
                <p>
                  <a href={API_DOCS_PATH}>{add.api}</a>
                </p>
              )}
            </details>
          ))}
          <p class="hint">{add.port}</p>
        </section>
        <ListedSection {...facts} />
      </div>
    </Page>,
  );
}
