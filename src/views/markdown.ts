// Markdown to HTML, for texts that the operator wrote: no HTML of its own passes, no picture, and no address that runs anything.

import createMarkdown, { type MarkdownIt } from 'markdown-it';

/** The page around the text has a heading above all of its own. */
const HEADINGS_DOWN = 1;
const SMALLEST_HEADING = 6;

/** Addresses of other sites, mailboxes, and paths and places of this one. */
const LINKED = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

function createRenderer(): MarkdownIt {
  // HTML in the text is shown as it was typed. What is left is made of the tags of this renderer alone.
  const renderer = createMarkdown('default', { html: false, linkify: true }).disable('image');
  renderer.validateLink = (address) => LINKED.test(address.trim());
  renderer.core.ruler.push('muster', ({ tokens }) => {
    for (const token of tokens.flatMap((token) => [token, ...(token.children ?? [])])) {
      if (token.type === 'heading_open' || token.type === 'heading_close') {
        const level = Math.min(Number(token.tag.slice(1)) + HEADINGS_DOWN, SMALLEST_HEADING);
        token.tag = `h${level}`;
      }
      if (token.type === 'link_open') token.attrSet('rel', 'nofollow noopener');
      // Alignment of columns would be an inline style, which no page allows.
      if (token.attrGet('style') !== null) {
        token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      }
    }
  });
  return renderer;
}

let renderer: MarkdownIt | undefined;

/** The text as HTML that a page may contain; its first heading is an `h2`. */
export function renderMarkdown(text: string): string {
  renderer ??= createRenderer();
  return renderer.render(text);
}
