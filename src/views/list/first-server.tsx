// What the list page shows when no server ever announced itself: how to list the first one.
/** @jsxImportSource preact */

import { messages, startMessages } from '../../messages/messages.ts';
import { HELP_PATH, START_PATH } from '../layout.tsx';
import { LauncherLine, ProgramLine } from '../start/server-lines.tsx';

const { empty } = messages;

/** The instructions, with this installation's addresses. */
export function FirstServer({ baseUrl }: { baseUrl: string }) {
  const { play, add } = startMessages;
  return (
    <section class="notice first">
      <h2>{empty.title}</h2>
      <p>{empty.intro}</p>
      {(['mcgalaxy', 'other'] as const).map((program) => (
        <>
          <h3>{add.programs[program].name}</h3>
          <ProgramLine program={program} baseUrl={baseUrl} />
        </>
      ))}
      <h3>{play.line}</h3>
      <p>{play.lineHow}</p>
      <LauncherLine baseUrl={baseUrl} />
      <p class="hint">{add.port}</p>
      <p>
        <a class="elsewhere" href={START_PATH}>
          {empty.more}
        </a>
      </p>
      <p>
        <a class="elsewhere" href={HELP_PATH}>
          {empty.why}
        </a>
      </p>
    </section>
  );
}
