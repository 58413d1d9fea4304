// The frame of every page: head, header with the site's name, who is playing, and the log-in place.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { accountPath } from '../lib/account-paths.ts';
import { script, siteIcon, stylesheet } from './assets.ts';
import { LANGUAGE, messages } from './messages.ts';

/** What every page of this installation shares. */
export interface Site {
  /** Without a slash at the end. */
  baseUrl: string;
  /** How many play, and on how many public servers. */
  online: { players: number; servers: number };
  /** Who is logged in. */
  accountName: string | undefined;
  /** Where to log in and come back from to this page; nothing leads there without it. */
  loginPath?: string;
  /** Where to register; nothing leads there without it. */
  registerPath?: string;
  /** Where the pages of administration are; for whoever may open them. */
  adminPath?: string | undefined;
}

/** Where the button that logs out sends to. */
export const LOGOUT_PATH = '/acc/logout/';
/** Where operators are told why a server is not listed. */
export const HELP_PATH = '/help/not-listed/';
/** Where the API is described for people. */
const API_DOCS_PATH = '/api/docs/';

/** The name of an installation: its host. */
export function siteName(baseUrl: string): string {
  return baseUrl.slice(baseUrl.indexOf('//') + 2);
}

/** What the head of every page begins with. */
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

/** The top of a page: where the reader is, and the way to the list. */
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

/** A complete page, with its stylesheet and script as files of their own. */
export function Page(properties: {
  site: Site;
  title: string;
  /** Path of the icon, the site's own without it. */
  icon?: string;
  /** Whether the page itself says at its top who is playing. */
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

/** Who is logged in, and the way in or out. */
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

/** The page as a document. */
export function renderDocument(page: VNode): string {
  return `<!doctype html>\n${render(page)}\n`;
}
