// What the list page shows when no server ever announced itself: how to list the first one.
/** @jsxImportSource preact */

import { HEARTBEAT_PATH } from '../../lib/heartbeat-path.ts';
import { HELP_PATH } from '../layout.tsx';
import { messages } from '../messages.ts';

const { empty } = messages;

/** The instructions, with this installation's addresses. */
export function FirstServer({ baseUrl }: { baseUrl: string }) {
  const heartbeatUrl = baseUrl + HEARTBEAT_PATH;
  return (
    <section class="notice first">
      <h2>{empty.title}</h2>
      <p>{empty.intro}</p>
      <h3>{empty.mcgalaxy}</h3>
      <p>{empty.mcgalaxyWhere}</p>
      <pre>
        <code>{`HeartbeatURL = ${heartbeatUrl}\npublic = true`}</code>
      </pre>
      <h3>{empty.other}</h3>
      <p>{empty.otherWhere}</p>
      <pre>
        <code>{heartbeatUrl}</code>
      </pre>
      <h3>{empty.launcher}</h3>
      <p>{empty.launcherWhere}</p>
      <pre>
        <code>{`server-services=${baseUrl}/api`}</code>
      </pre>
      <p class="hint">{empty.port}</p>
      <p>
        <a class="elsewhere" href={HELP_PATH}>
          {empty.why}
        </a>
      </p>
    </section>
  );
}
