// A whole page of a heading and paragraphs, for errors and for what has no page of its own.

import { escapeHtml } from '../lib/escape-html.ts';

/** What a plain page says; all of it is text and gets escaped. */
export interface PlainPage {
  title: string;
  paragraphs: readonly string[];
  /** Where the reader can go on. */
  link?: { href: string; label: string };
}

/** Writes the page as a complete HTML document without scripts. */
export function renderPlainPage({ title, paragraphs, link }: PlainPage): string {
  const text = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
  const onward =
    link === undefined
      ? ''
      : `\n<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${text}${onward}
</body>
</html>
`;
}
