// Renders the HTML part of an email: tables and inline styles, as Outlook needs them, with a dark variant.

import { inkOn, readableOn } from '../../platform/lib/colours.ts';
import {
  type Accent,
  DEFAULT_ACCENT,
  type Logo,
  PAGE_BACKGROUNDS,
} from '../../platform/lib/site-facts.ts';
import { cleanText } from '../../platform/lib/text.ts';
import type { EmailBlock } from '../../platform/messages/email-kind.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import type { EmailLook } from './outbox.ts';

/** An email in parts, from which both its plain text and its HTML are made. */
export interface EmailContent {
  subject: string;
  body: readonly EmailBlock[];
  /** Why the reader gets the email, who sends it, and where they can be reached. */
  footer: readonly EmailBlock[];
}

/** The content id of the logo, which travels with the email, so that reading it loads nothing. */
export const LOGO_ID = 'logo@muster';

/** A larger logo does not travel with each email. WebP and SVG do not either, because Outlook does not show them. */
const MAX_LOGO_BYTES = 32 * 1024;
const LOGO_HEIGHT = 40;
const MAX_LOGO_WIDTH = 160;
const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:Consolas,Menlo,'Courier New',monospace";
/** The colours of `--text` and `--muted` in `src/platform/views/styles/tokens.css`. */
const INKS = { light: ['#24211c', '#5d574c'], dark: ['#eeebe3', '#aca596'] } as const;
const BELOW = 'margin:0 0 16px';
const TABLE = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The bytes of a logo that emails show; `undefined` for any other logo. */
export function logoOfEmails({ extension, bytes }: Logo): Uint8Array | undefined {
  return extension === 'png' && bytes.length <= MAX_LOGO_BYTES ? bytes : undefined;
}

/** The declaration of each class, for readers with light or with dark pages. */
function describeColours(scheme: keyof Accent, accent: string) {
  const [ground, panel] = PAGE_BACKGROUNDS[scheme];
  const [text, muted] = INKS[scheme];
  return {
    ground: `background-color:${ground}`,
    panel: `background-color:${panel}`,
    accent: `background-color:${accent}`,
    text: `color:${text}`,
    muted: `color:${muted}`,
    label: `color:${inkOn(accent)}`,
    link: `color:${readableOn(accent, ground)}`,
  };
}

type Colours = ReturnType<typeof describeColours>;

/** Writes a class and its light colour; only some programs read the stylesheet, which has the dark colours. */
type Paint = (name: keyof Colours, style?: string) => string;

export function renderHtml({ subject, body, footer }: EmailContent, look: EmailLook): string {
  const { light, dark } = look.accent ?? DEFAULT_ACCENT;
  const colours = describeColours('light', light);
  const paint: Paint = (name, style = '') => `class="${name}" style="${colours[name]};${style}"`;
  const darkRules = Object.entries(describeColours('dark', dark)).map(
    ([name, declaration]) => `.${name}{${declaration}!important}`,
  );
  const row = (name: keyof Colours, style: string, content: string) =>
    `<tr><td ${paint(name, style)}>${content}</td></tr>`;
  const text = (name: keyof Colours, size: string, content: string) =>
    `<div ${paint(name, `${FONT};font-size:${size};text-align:left;overflow-wrap:anywhere`)}>\n${content}\n</div>`;
  const main = body.map((block) =>
    typeof block === 'object' && 'link' in block
      ? renderButton(block, paint)
      : renderBlock(block, paint),
  );
  const notes = footer.map((block) => renderBlock(block, paint));
  return `<!doctype html>
<html lang="${currentLanguage()}" dir="ltr"><head><meta charset="utf-8"><title>${escapeText(subject)}</title>
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkRules.join('')}}</style>
</head><body ${paint('ground', 'margin:0;padding:0')}>
<${TABLE} width="100%"><tr><td align="center" ${paint('ground', 'padding:24px 12px')}>
<!--[if mso]><${TABLE} width="560"><tr><td><![endif]-->
<${TABLE} width="100%" style="max-width:560px">
${row('accent', 'height:8px;line-height:8px;font-size:0', '&nbsp;')}
${row('panel', 'padding:20px 24px 0', renderHead(look, text))}
${row('panel', 'padding:20px 24px 8px', text('text', '16px;line-height:24px', main.join('\n')))}
${row('ground', 'padding:16px 24px 0', text('muted', '14px;line-height:20px', notes.join('\n')))}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;
}

const escapeText = (text: string) => Bun.escapeHTML(cleanText(text));

function renderHead(
  { name, logo }: EmailLook,
  text: (name: 'text', size: string, content: string) => string,
): string {
  const title = text('text', '20px;line-height:24px;font-weight:bold', escapeText(name));
  if (logo === undefined) return title;
  const [width, height] = measureLogo(logo);
  return `<${TABLE}><tr><td style="padding-right:12px"><img src="cid:${LOGO_ID}" width="${width}" height="${height}" alt="" style="display:block;border:0"></td><td dir="auto">${title}</td></tr></table>`;
}

/** Outlook shows a picture as large as its attributes say. */
function measureLogo(png: Uint8Array): [width: number, height: number] {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const scale = Math.min(LOGO_HEIGHT / height, MAX_LOGO_WIDTH / width);
  return [Math.ceil(width * scale), Math.ceil(height * scale)];
}

function renderBlock(block: EmailBlock, paint: Paint): string {
  if (typeof block === 'string') return `<p style="${BELOW}">${escapeText(block)}</p>`;
  if ('note' in block) return renderBlock(block.note, paint);
  if ('link' in block) {
    const { link, label } = block;
    return `<p style="${BELOW}"><a href="${escapeText(link)}" ${paint('link')}>${escapeText(label)}</a></p>`;
  }
  const style = `padding:12px 20px;${MONO};font-size:32px;line-height:40px;font-weight:bold;letter-spacing:6px`;
  return `<${TABLE} style="${BELOW}"><tr><td ${paint('ground', style)}>${escapeText(block.code)}</td></tr></table>`;
}

/** Renders a button. Its address stands below it, for readers who check it, or whose program shows no links. */
function renderButton({ link, label }: { link: string; label: string }, paint: Paint): string {
  const style = `display:inline-block;padding:12px 24px;${FONT};font-size:16px;font-weight:bold;text-decoration:none`;
  return `<${TABLE} style="margin:0 0 8px"><tr><td ${paint('accent', 'border-radius:3px;mso-padding-alt:12px 24px')}><a href="${escapeText(link)}" ${paint('label', style)}>${escapeText(label)}</a></td></tr></table>
<p ${paint('muted', `${BELOW};font-size:13px;line-height:18px;word-break:break-all`)}>${escapeText(link)}</p>`;
}
