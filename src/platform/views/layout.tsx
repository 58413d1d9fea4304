// The frame of every page: its head, the header with the site's name, the site's notice, and the footer.
/** @jsxImportSource preact */

import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { CARD_SIZE, type Notice, type SiteLink } from '../lib/site-facts.ts';
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../messages/language.ts';
import { labels, messages } from '../messages/messages.ts';
import { accountPath } from '../messages/paths.ts';
import { type Asset, otherPagesStylesheet, script } from './assets.ts';
import { ButtonLink, ContactProvider } from './parts.tsx';
import { type SiteLook, schemesOf, THEMES, type Theme, themeMark } from './site-look.ts';
import { End } from './time.tsx';

/** The parts of the frame that everybody sees: the site, who is online, and the links in the header and footer. */
export interface Frame {
  look: SiteLook;
  notice?: Notice | undefined;
  online: { players: number; servers: number };
  /** When the current server list was made. */
  madeAt: number;
  isRegistrationOpen: boolean;
  /** The path of a player's public page; `undefined` if players have none. */
  playerPath?: ((name: string) => string) | undefined;
  /** Further links beside the pages of an account, by default in the first group. */
  accountLinks?: readonly (SiteLink & { group?: 'security' | 'servers' })[];
  header: readonly SiteLink[];
  footer: readonly SiteLink[];
}

export interface Site extends Omit<Frame, 'isRegistrationOpen'> {
  baseUrl: string;
  theme: Theme;
  accountName: string | undefined;
  /** Path of the login that leads back to this page. Without it, the page shows no link. */
  loginPath?: string;
  verifyPath: string;
  /** Path of the registration that leads back to this page. Without it, the page shows no link. */
  registerPath?: string | undefined;
  adminPath?: string | undefined;
}

export const LANGUAGE_PATH = '/language/';
export const THEME_PATH = '/theme/';
export const LOGIN_PATH = '/acc/login/';
export const LOGOUT_PATH = '/acc/logout/';
export const START_PATH = '/start/';
export const ADD_SERVER_PATH = '/start/server/';
export const STATISTICS_PATH = '/statistics/';
export const RANKING_PATH = '/ranking/';
export const HELP_PATH = '/help/not-listed/';
export const API_DOCS_PATH = '/api/docs/';

export const FEED_PATH = '/servers.atom';
export const CARD_PATH = '/card/';
/** How long a card stays the same. Then it is drawn anew, and previews use another address. */
export const CARD_KEPT_MS = 5 * 60_000;

export const MANIFEST_PATH = '/site.webmanifest';
export const RULES_PATH = '/rules/';
export const PRIVACY_PATH = '/privacy/';

export function siteName({ look }: Pick<Site, 'look'>): string {
  return look.identity.name;
}

export function HeadBasics({ title, theme }: { title: string; theme: Theme }) {
  return (
    <>
      <meta charset="utf-8" />
      <title>{title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={schemesOf(theme)} />
    </>
  );
}

export function Masthead(properties: {
  look?: SiteLook | undefined;
  children?: ComponentChildren;
}) {
  const { look, children } = properties;
  const { isNamed = false, name = '' } = look?.identity ?? {};
  return (
    <header class="masthead">
      <div class="frame">
        <a class="brand" href="/">
          {look?.logoPath === undefined ? (
            <span class="brand-blocks" aria-hidden="true" />
          ) : (
            <img class="brand-logo" src={look.logoPath} alt="" width={32} height={32} />
          )}
          <span class="brand-product">{isNamed ? name : messages.product}</span>
          {!isNamed && name !== '' && <span class="brand-site">{name}</span>}
        </a>
        {children}
      </div>
    </header>
  );
}

function Footer({ look, theme, footer }: Pick<Site, 'look' | 'theme' | 'footer'>) {
  return (
    <footer class="foot">
      <nav class="frame" aria-label={messages.footer.label}>
        {footer.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        {look.identity.footerLinks.map(({ label, href }) => (
          <a key={href} href={href} rel="noopener">
            {label}
          </a>
        ))}
      </nav>
      <Switch
        path={LANGUAGE_PATH}
        name="language"
        label={labels.language}
        values={LANGUAGES}
        names={LANGUAGE_NAMES}
        chosen={currentLanguage()}
      />
      <Switch
        path={THEME_PATH}
        name="theme"
        label={messages.theme.label}
        values={THEMES}
        names={messages.theme.names}
        chosen={theme}
      />
    </footer>
  );
}

export interface Preview {
  path: string;
  description?: string;
  /** Hash of the server whose card is shown; by default, the site's card. */
  card?: string | undefined;
}

/** The languages in Open Graph's notation. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', de: 'de_DE' };

function PreviewTags(properties: { site: Site; title: string; preview: Preview }) {
  const { site, title, preview } = properties;
  const { identity } = site.look;
  const { path, description = identity.description, card = 'site' } = preview;
  const made = Math.floor(site.madeAt / CARD_KEPT_MS);
  return (
    <>
      {description !== '' && <meta name="description" content={description} />}
      {identity.accent !== undefined && <meta name="theme-color" content={identity.accent.light} />}
      <meta property="og:site_name" content={identity.name} />
      <meta property="og:title" content={title} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:type" content="website" />
      <meta property="og:url" content={`${site.baseUrl}${path}`} />
      <meta property="og:locale" content={LOCALES[currentLanguage()]} />
      <meta property="og:image" content={`${site.baseUrl}${CARD_PATH}${card}.png?${made}`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={`${CARD_SIZE.width}`} />
      <meta property="og:image:height" content={`${CARD_SIZE.height}`} />
      <meta
        property="og:image:alt"
        content={description === '' ? title : `${title}: ${description}`}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export function Page(properties: {
  site: Site;
  /** The page's subject, which the site's name follows. */
  title: string;
  icon?: { type: string; href: string };
  /** The text of link previews to the page; only for public pages. */
  preview?: Preview;
  /** Stylesheets in addition to the common one; by default those of every page but the list. */
  stylesheets?: readonly Asset[];
  scripts?: readonly Asset[];
  isCounting?: boolean;
  children: ComponentChildren;
}) {
  const { site, preview, isCounting = false, children } = properties;
  const { stylesheets = [otherPagesStylesheet], scripts = [] } = properties;
  const { look, theme } = site;
  const { type, path } = look.icon;
  const icon = properties.icon ?? { type, href: path };
  const title = `${properties.title} · ${siteName(site)}`;
  const { players, servers } = site.online;
  return (
    <ContactProvider value={look.identity.contact}>
      <html lang={currentLanguage()} data-theme={themeMark(theme)}>
        <head>
          <HeadBasics title={title} theme={theme} />
          {preview !== undefined && <PreviewTags site={site} title={title} preview={preview} />}
          <link rel="stylesheet" href={look.stylesheet.path} />
          {stylesheets.map(({ path }) => (
            <link key={path} rel="stylesheet" href={path} />
          ))}
          <link rel="icon" {...icon} />
          {isCounting && (
            <link
              rel="alternate"
              type="application/atom+xml"
              title={messages.newServers}
              href={FEED_PATH}
            />
          )}
          <link rel="manifest" href={MANIFEST_PATH} />
          {[script, ...scripts].map(({ path }) => (
            <script key={path} src={path} defer />
          ))}
        </head>
        <body>
          <a class="skip" href="#content">
            {messages.skipToContent}
          </a>
          <Masthead look={look}>
            {!isCounting && servers > 0 && (
              <p class="online">{messages.playingOn(players, servers)}</p>
            )}
            {site.header.map(({ label, href }) => (
              <a key={href} class="start-link" href={href}>
                {label}
              </a>
            ))}
            <AccountPlace site={site} />
          </Masthead>
          <SiteNotice notice={site.notice} />
          <main id="content" class="frame">
            {children}
          </main>
          <Footer {...site} />
        </body>
      </html>
    </ContactProvider>
  );
}

function AccountPlace({ site }: { site: Site }) {
  const { accountName, loginPath, registerPath, adminPath } = site;
  return (
    <div class="account row" data-live="account" data-of={accountName}>
      {accountName === undefined ? (
        <>
          <ButtonLink href={loginPath} label={messages.logIn} />
          <ButtonLink href={registerPath} label={messages.register} />
        </>
      ) : (
        <>
          {adminPath !== undefined && <a href={adminPath}>{messages.administration}</a>}
          <a href={accountPath('account')}>
            <span class="account-words">{messages.loggedInAs} </span>
            {accountName}
          </a>
          <LogoutForm />
        </>
      )}
    </div>
  );
}

export function LogoutForm() {
  return (
    <form method="post" action={LOGOUT_PATH}>
      <button class="button quiet" type="submit">
        {messages.logOut}
      </button>
    </form>
  );
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export interface LinkLineFacts {
  look?: string;
  href?: string | undefined;
  label?: string;
}

/** Renders nothing when `href` is undefined. */
export function LinkLine({ look, href, label }: LinkLineFacts) {
  if (href === undefined) return null;
  return (
    <p>
      <a class={look} href={href}>
        {label}
      </a>
    </p>
  );
}

export function renderDocument(page: VNode): string {
  return `<!doctype html>\n${render(page)}\n`;
}

/** A form whose buttons choose one of several values, and which leads back to the page. */
function Switch<Value extends string>(properties: {
  path: string;
  name: string;
  label: string;
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: Value;
}) {
  const { path, name, label, values, names, chosen } = properties;
  return (
    <form class={`frame switch ${name}`} method="post" action={path} aria-label={label}>
      <span>{label}</span>
      {values.map((each) => (
        <button
          key={each}
          type="submit"
          name={name}
          value={each}
          lang={name === 'language' ? each : undefined}
          aria-pressed={each === chosen ? 'true' : 'false'}
        >
          {names[each]}
        </button>
      ))}
    </form>
  );
}

const noticeMessages = messages.notice;

function SiteNotice({ notice }: { notice: Notice | undefined }) {
  return (
    <div data-live="notice">
      {notice !== undefined && (
        <aside class={`site-notice ${notice.level}`} aria-label={noticeMessages.label}>
          <div class="frame">
            <NoticeText notice={notice} />
          </div>
        </aside>
      )}
    </div>
  );
}

export function NoticeText({ notice }: { notice: Notice }) {
  const { level, text, until } = notice;
  return (
    <p>
      <strong>{noticeMessages.levels[level]}</strong> {text}{' '}
      {until !== null && (
        <span class="hint">
          {noticeMessages.until} <End at={until} />
        </span>
      )}
    </p>
  );
}
