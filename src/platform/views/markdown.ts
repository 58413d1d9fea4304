// Renders Markdown by the operator. It lets through no HTML, no pictures and no addresses that run code.

import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import type { SiteDocument } from '../lib/site-facts.ts';

const MAX_HEADING_SIZE = 2;
const SMALLEST_HEADING = 6;

const LINKED = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

function createRenderer(): MarkdownIt {
  // HTML in the text appears as it was typed, so only this renderer's tags are in the result.
  const renderer = createMarkdown('default', { html: false, linkify: true }).disable('image');
  renderer.validateLink = (address) => LINKED.test(address.trim());
  renderer.core.ruler.push('muster', ({ tokens }) => {
    // The page's own heading has level 1. It is the first heading of the text, or stands above the text.
    const levelsDown = 1 - (levelOf(tokens[0]) ?? 0);
    for (const token of tokens.flatMap((token) => [token, ...(token.children ?? [])])) {
      if (token.type === 'heading_open' || token.type === 'heading_close') {
        const level = Number(token.tag.slice(1)) + levelsDown;
        token.tag = `h${Math.min(Math.max(level, MAX_HEADING_SIZE), SMALLEST_HEADING)}`;
      }
      if (token.type === 'link_open') token.attrSet('rel', 'nofollow noopener');
      // Column alignment would be an inline style, which no page allows.
      if (token.attrGet('style') !== null) {
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      }
    }
  });
  return renderer;
}

function levelOf(token: Token | undefined): number | undefined {
  return token?.type === 'heading_open' ? Number(token.tag.slice(1)) : undefined;
}

let renderer: MarkdownIt | undefined;

interface RenderedMarkdown {
  title: string | undefined;
  /** The rest as HTML that fits into a page; its headings are `h2` and smaller. */
  html: string;
}

export function renderMarkdown(text: string): RenderedMarkdown {
  renderer ??= createRenderer();
  const tokens = renderer.parse(text, {});
  const [heading, words] = tokens;
  const title = heading?.type === 'heading_open' ? plainTextOf(words) : '';
  const rest = title === '' ? tokens : tokens.slice(3);
  return {
    title: title === '' ? undefined : title,
    html: renderer.renderer.render(rest, renderer.options, {}),
  };
}

function plainTextOf(words: Token | undefined): string {
  const texts = (words?.children ?? []).map(({ type, content }) =>
    type === 'softbreak' || type === 'hardbreak' ? ' ' : content,
  );
  return texts.join('').trim();
}

const rendered = new WeakMap<SiteDocument, RenderedMarkdown>();

/** Like `renderMarkdown` for a document, which is rendered only once. */
export const renderSiteDocument = (document: SiteDocument): RenderedMarkdown =>
  rendered.getOrInsertComputed(document, ({ text }) => renderMarkdown(text));
