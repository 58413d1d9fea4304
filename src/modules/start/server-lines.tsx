// The lines that add a game server or a launcher to this list, for the start page and for an empty list.
/** @jsxImportSource preact */

import { HEARTBEAT_PATH } from '../../platform/messages/paths.ts';
import { CopyLine, Paragraph } from '../../platform/views/parts.tsx';
import { startMessages } from './messages.ts';

const { play, add } = startMessages;

/** The list that most servers of this game use. MCGalaxy announces itself there by default. */
const USUAL_HEARTBEAT_URL = 'http://www.classicube.net/heartbeat.jsp';

/** MCGalaxy puts this after the names of players from this list. */
const SUFFIX = '+';
/** Compatibility: the client takes this many characters of a skin's name, and names of players have up to 16. */
const SKIN_NAME_LIMIT = 64;
const NAME_LIMIT = 16;

/**
 * What MCGalaxy puts before the names of skins: the client loads a name that is a URL as it stands. Without skins, or
 * with too long a URL, `+` makes sure that nobody shows the skin of the player with the same name on the other list.
 */
function skinPrefix(skinUrl: string | undefined): string {
  const isShort = skinUrl !== undefined && skinUrl.length + NAME_LIMIT <= SKIN_NAME_LIMIT;
  return isShort ? skinUrl : SUFFIX;
}

export type Program = keyof typeof add.programs;

/** The lines for each program. The secret of mcchost is generated when it starts. */
const LINES: Readonly<Record<Program, (heartbeatUrl: string) => string>> = {
  mcgalaxy: (url) => `HeartbeatURL = ${url}\npublic = true`,
  procraft: (url) =>
    `<ConfigKey key="HeartbeatUrl" value="${url}" />\n<ConfigKey key="IsPublic" value="True" />`,
  mcchost: (url) => `./server -net -public -heartbeat ${url} -secret "$(openssl rand -hex 16)"`,
  other: (url) => url,
};

export const PROGRAMS = Object.keys(LINES) as readonly Program[];

export function LauncherLine({ baseUrl }: { baseUrl: string }) {
  return <CopyLine text={`server-services=${baseUrl}/api`} what={play.lineWhat} />;
}

export function ProgramLine(properties: {
  program: Program;
  baseUrl: string;
  skinUrl?: string | undefined;
}) {
  const { program, baseUrl, skinUrl } = properties;
  const { name, where } = add.programs[program];
  const prefix = skinPrefix(skinUrl);
  return (
    <>
      <p>{where}</p>
      <CopyLine text={LINES[program](baseUrl + HEARTBEAT_PATH)} what={name} />
      {program === 'mcgalaxy' && <HyphenWarning baseUrl={baseUrl} />}
      {program === 'mcgalaxy' && prefix === skinUrl && (
        <>
          <p>{add.skins}</p>
          <CopyLine
            text={`URL = ${baseUrl}${HEARTBEAT_PATH}\nskin-prefix = ${prefix}`}
            what={add.skinsWhat}
          />
        </>
      )}
    </>
  );
}

/** How an MCGalaxy server uses two lists, and how it tells players with the same name apart. */
export function TwoLists({ baseUrl, skinUrl }: { baseUrl: string; skinUrl: string | undefined }) {
  const own = baseUrl + HEARTBEAT_PATH;
  const services = [
    { url: USUAL_HEARTBEAT_URL, suffix: '', prefix: '' },
    { url: own, suffix: SUFFIX, prefix: skinPrefix(skinUrl) },
  ].map(
    ({ url, suffix, prefix }) =>
      `URL = ${url}\nname-suffix = ${suffix}`.trimEnd() + `\nskin-prefix = ${prefix}`.trimEnd(),
  );
  return (
    <>
      <p>{add.twoHow}</p>
      <HyphenWarning baseUrl={baseUrl} />
      <ol>
        <li>
          <p>{add.twoUrls}</p>
          <CopyLine text={`HeartbeatURL = ${USUAL_HEARTBEAT_URL},${own}`} what={add.twoUrlsWhat} />
        </li>
        <li>
          <p>{add.twoServices}</p>
          <CopyLine text={services.join('\n\n')} what={add.twoServicesWhat} />
          <p class="hint">{add.twoWhy}</p>
        </li>
        <li>
          <p>{add.restart}</p>
        </li>
      </ol>
    </>
  );
}

/** C13.1: the behaviour of MCGalaxy with a host that it does not accept. */
function HyphenWarning({ baseUrl }: { baseUrl: string }) {
  return /[-_]/.test(baseUrl) ? <Paragraph class="caution" text={add.hyphen} /> : null;
}
