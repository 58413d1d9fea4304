// The script of settings: old links to parts of a page lead to the pages that these parts have now.

export function openFormerAnchors(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id === '' || document.getElementById(id) !== null) return;
  const link = document.querySelector<HTMLAnchorElement>(`[data-anchors~="${CSS.escape(id)}"]`);
  if (link !== null) location.replace(link.href + location.hash);
}
