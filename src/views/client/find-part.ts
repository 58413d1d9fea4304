// Finds the parts of a page that its scripts work with.

/** The element that a page marks by `data-live`; `null` where there is none. */
export function part<Kind extends Element = HTMLElement>(
  name: string,
  root: ParentNode = document,
) {
  return root.querySelector<Kind>(`[data-live="${name}"]`);
}
