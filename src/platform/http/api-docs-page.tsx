// The page about the API: Scalar's reference of /openapi.json in a small frame. Its styles and ours would alter each other.
/** @jsxImportSource preact */

import type { VNode } from 'preact';
import { helpMessages } from '../../modules/start/messages.ts';
import { sha256Hex } from '../lib/digest.ts';
import { currentLanguage } from '../messages/language.ts';
import { packApiReference } from '../views/bundle.ts' with { type: 'macro' };
import {
  API_DOCS_PATH,
  API_REFERENCE_PATH,
  HeadBasics,
  PreviewTags,
  type Site,
  siteName,
} from '../views/layout.tsx';
import { SYSTEM_THEME, schemesOf } from '../views/site-look.ts';

export const apiReference = new TextDecoder().decode(
  Bun.gunzipSync(Buffer.from(packApiReference(), 'base64')),
);

const reference = `${API_REFERENCE_PATH}?v=${sha256Hex(apiReference).slice(0, 20)}`;

/** Nothing of it leads to another host, and of the languages for examples three are left. */
const CONFIGURATION = {
  url: '/openapi.json',
  servers: [{ url: '/' }],

  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  persistAuth: false,
  agent: { disabled: true },
  hideClientButton: true,

  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  hideDarkModeToggle: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...Object.fromEntries(
      'c clojure csharp dart fsharp go http java julia kotlin node objc ocaml php powershell r ruby rust swift'
        .split(' ')
        .map((language) => [language, true]),
    ),
    shell: ['wget', 'httpie'],
    js: ['axios', 'ofetch', 'jquery', 'xhr'],
    python: ['python3', 'httpx_sync', 'httpx_async', 'aiohttp'],
  },
};

const STYLES = `
:root{--scalar-custom-header-height:48px}
body{margin:0;background:light-dark(#fff,#0f0f0f);color:light-dark(#1b1b1b,#e7e7e7);font-family:system-ui,sans-serif}
.frame{position:sticky;top:0;z-index:1;display:flex;gap:16px;align-items:center;height:48px;padding:0 16px;overflow-x:auto;white-space:nowrap;background:inherit}
.frame h1{margin:0;font-size:1rem}
a{color:inherit}
noscript{display:block;padding:0 16px}
body.light-mode{--scalar-color-2:#505050;--scalar-color-3:#606060;--scalar-color-green:#056b49;--scalar-color-blue:#005f99;--scalar-color-orange:#a83800}
body.dark-mode{--scalar-color-2:#b8b8b8;--scalar-color-3:#a4a4a4}`;

export function renderApiDocsPage(site: Site): VNode {
  const { title, description, needsScript } = helpMessages.apiDocs;
  const { theme, look } = site;
  const { type, path } = look.icon;
  const configuration = {
    ...CONFIGURATION,
    ...(theme === SYSTEM_THEME ? {} : { forceDarkModeState: theme }),
  };
  return (
    <html lang={currentLanguage()} style={`color-scheme:${schemesOf(theme)}`}>
      <head>
        <HeadBasics title={`${title} · ${siteName(site)}`} theme={theme} />
        <PreviewTags site={site} title={title} preview={{ path: API_DOCS_PATH }} />
        <link rel="icon" type={type} href={path} />
        <style>{STYLES}</style>
      </head>
      <body>
        <nav class="frame" aria-label={title}>
          <a href="/">{siteName(site)}</a>
          <h1>{title}</h1>
          <a href={CONFIGURATION.url} title={description}>
            {CONFIGURATION.url.slice(1)}
          </a>
        </nav>
        <noscript>
          <p>{needsScript}</p>
          <p>
            {description}
            <a href={CONFIGURATION.url}>{CONFIGURATION.url}</a>
          </p>
        </noscript>
        {/* The script puts the reference, whose words are English, in front of this element. */}
        <div lang="en">
          <script
            id="api-reference"
            type="application/json"
            data-configuration={JSON.stringify(configuration)}
          />
        </div>
        <script src={reference} />
      </body>
    </html>
  );
}
