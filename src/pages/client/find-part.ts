// Finds the parts of a page that its scripts bring to life.

export function part<Kind extends Element = HTMLElement>(
  name: string,
  root: ParentNode = document,
) {
  return root.querySelector<Kind>(`[data-live="${name}"]`);
}
