// The ways to join a server with the launcher: one button, and others that need more than a click.
/** @jsxImportSource preact */

import { LinkLine, type Site, START_PATH } from '../../platform/views/layout.tsx';
import { CopyLabel } from '../../platform/views/parts.tsx';
import type { Account } from '../account/index.ts';
import { listMessages as list } from '../list/messages.ts';
import { serverMessages as server } from '../registry/messages.ts';
import { startMessages } from '../start/messages.ts';

import {
  Entry,
  type MissingAccount,
  type Phone,
  type PlayedServer,
} from '../web-client/game-section.tsx';

/** The link that opens the game for a verified player, with their mppass, or the reason why there is none (C11.1). */
export function describeDirectWay(
  found: PlayedServer,
  account: Account | undefined,
): { link: string } | MissingAccount {
  if (account === undefined) return 'not logged in';
  const { id, name, verifiedAt } = account;
  if (verifiedAt === null) return 'not verified';
  const { joinIp, joinPort } = found.listing;
  const key = found.mppassFor({ id, name, isVerified: true });
  return { link: `mc://${joinIp}:${joinPort}/${encodeURIComponent(name)}/${key}` };
}

function CopyField({ label, value, button }: { label: string; value: string; button: string }) {
  return (
    <div class="copy-field row">
      <input type="text" readOnly value={value} aria-label={label} />
      <button class="button quiet scripted-only" type="button" data-copy={value}>
        <CopyLabel text={button} />
      </button>
    </div>
  );
}

interface WaysFacts {
  site: Site;
  enterPath: string;
  direct: ReturnType<typeof describeDirectWay>;
  /** The play URL. */
  address: string;
  phone: Phone | undefined;
  isInBrowser: boolean;
}

/** The one button to join without the web client, or what the reader needs for it. */
export function LauncherWay(facts: WaysFacts) {
  const { direct, phone } = facts;
  if (phone === 'ios') return <p class="way">{server.notOnIos}</p>;
  return (
    <section class="way" aria-label={server.launcherTitle}>
      {typeof direct === 'string' ? (
        <Entry {...facts} missing={direct} label={server.launcherTitle} />
      ) : (
        <DirectWay {...facts} link={direct.link} />
      )}
    </section>
  );
}

/** Ways to join with the launcher that need more than a click. */
export function OtherWays(facts: WaysFacts) {
  const { direct, phone, isInBrowser } = facts;
  if (phone !== undefined) {
    if (phone === 'ios' || !isInBrowser || typeof direct === 'string') return null;
    return (
      <section>
        <h2>{server.launcherTitle}</h2>
        <DirectWay {...facts} link={direct.link} />
      </section>
    );
  }
  return (
    <>
      {isInBrowser && typeof direct !== 'string' && <DirectWay {...facts} link={direct.link} />}
      <details class="fold">
        <summary>{isInBrowser ? server.launcherTitle : server.otherWays}</summary>
        <AddressWay {...facts} />
        {typeof direct !== 'string' && (
          <>
            <p>{server.directConnect}</p>
            <CopyField label={server.directLabel} value={direct.link} button={server.copyLink} />
            <p class="hint">{server.directHow(facts.site.accountName ?? '')}</p>
          </>
        )}
      </details>
    </>
  );
}

function AddressWay({ site, direct, address }: WaysFacts) {
  return (
    <>
      <p>{server.launcherHow}</p>
      <CopyField label={server.addressLabel} value={address} button={list.copyAddress} />
      <LinkLine href={START_PATH} label={startMessages.fromServer} />
      {direct === 'not logged in' && site.registerPath !== undefined && (
        <p class="hint">{startMessages.play.registerButton}</p>
      )}
    </>
  );
}

function DirectWay({ phone, link, isInBrowser }: WaysFacts & { link: string }) {
  if (phone === undefined) {
    const look = isInBrowser ? 'button quiet' : 'button play big';
    return <LinkLine look={look} href={link} label={server.directLink} />;
  }
  return (
    <>
      <p>{server.directOnPhone}</p>
      <CopyField label={server.directLabel} value={link} button={server.copyLink} />
    </>
  );
}
