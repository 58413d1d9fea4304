// The frame of every page: head, and a header with the site's name, the number of players, and the login.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { accountPath } from '../lib/account-paths.ts';
import { script, siteIcon, stylesheet } from './assets.ts';
import { startMessages } from './messages/start.ts';
import { LANGUAGE, messages } from './messages.ts';

/** Properties that all pages of an installation share. */
export interface Site {
  /** The base URL, without a slash at the end. */
  baseUrl: string;
  /** The number of players, and of public servers. */
  online: { players: number; servers: number };
  /** The account that is logged in. */
  accountName: string | undefined;
  /** Path of the login that leads back to this page; without it no link is shown. */
  loginPath?: string;
  /** Path of the registration; without it no link is shown. */
  registerPath?: string;
  /** Path of the administration, for accounts that may open it. */
  adminPath?: string | undefined;
}

/** Path that the logout button posts to. */
export const LOGOUT_PATH = '/acc/logout/';
/** Path of the page that tells players and operators how to begin. */
export const START_PATH = '/start/';
/** Path of the page that tells operators why a server is not listed. */
export const HELP_PATH = '/help/not-listed/';
/** Path of the page about the API. */
export const API_DOCS_PATH = '/api/docs/';

/** The name of an installation: its host. */
export function siteName(baseUrl: string): string {
  return baseUrl.slice(baseUrl.indexOf('//') + 2);
}

/** The first elements of every page's head. */
export function HeadBasics({ title }: { title: string }) {
  return (
    <>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
    </>
  );
}

/** The header of a page: the site's name, which is the link to the list. */
export function Masthead({ name, children }: { name?: string; children?: ComponentChildren }) {
  return (
    <header class="masthead">
      <div class="frame">
        <a class="brand" href="/">
          <span class="brand-blocks" aria-hidden="true" />
          <span class="brand-product">{messages.product}</span>
          {name !== undefined && <span class="brand-site">{name}</span>}
        </a>
        {children}
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer class="foot">
      <nav class="frame" aria-label={messages.footer.label}>
        <a href="/">{messages.footer.list}</a>
        <a href={HELP_PATH}>{messages.footer.help}</a>
        <a href={API_DOCS_PATH}>{messages.footer.api}</a>
      </nav>
    </footer>
  );
}

/** A complete page, which loads its stylesheet and script. */
export function Page(properties: {
  site: Site;
  title: string;
  /** Path of the icon; by default the site's. */
  icon?: string;
  /** Whether the page itself shows the number of players at its top. */
  isCounting?: boolean;
  children: ComponentChildren;
}) {
  const { site, title, icon = siteIcon.path, isCounting = false, children } = properties;
  const { players, servers } = site.online;
  return (
    <html lang={LANGUAGE}>
      <head>
        <HeadBasics title={title} />
        <link rel="stylesheet" href={stylesheet.path} />
        <link rel="icon" type="image/svg+xml" href={icon} />
        <script src={script.path} defer />
      </head>
      <body>
        <a class="skip" href="#content">
          {messages.skipToContent}
        </a>
        <Masthead name={siteName(site.baseUrl)}>
          {!isCounting && <p class="online">{messages.playingOn(players, servers)}</p>}
          <a class="start-link" href={START_PATH}>
            {startMessages.link}
          </a>
          <AccountPlace site={site} />
        </Masthead>
        <main id="content" class="frame">
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
}

/** The account that is logged in, with the links to log in or out. */
function AccountPlace({ site }: { site: Site }) {
  const { accountName, loginPath, registerPath, adminPath } = site;
  if (accountName === undefined) {
    return (
      <div class="account" data-live="account">
        {loginPath !== undefined && (
          <a class="button quiet" href={loginPath}>
            {messages.logIn}
          </a>
        )}
        {registerPath !== undefined && (
          <a class="button quiet" href={registerPath}>
            {messages.register}
          </a>
        )}
      </div>
    );
  }
  return (
    <div class="account" data-live="account">
      {adminPath !== undefined && <a href={adminPath}>{messages.administration}</a>}
      <a href={accountPath('account')}>{messages.loggedInAs(accountName)}</a>
      <LogoutForm />
    </div>
  );
}

/** The button that logs out. */
export function LogoutForm() {
  return (
    <form method="post" action={LOGOUT_PATH}>
      <button class="button quiet" type="submit">
        {messages.logOut}
      </button>
    </form>
  );
}

/** Renders a page as a complete document. */
export function renderDocument(page: VNode): string {
  return `<!doctype html>\n${render(page)}\n`;
}
