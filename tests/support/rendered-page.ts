// A page as a browser has it: its ids, what refers to them, and its forms with everything that they would send.

import type { Browser, Sending } from './test-app.ts';

/** An input, a select, a textarea or a button of a form. */
export interface Control {
  kind: string;
  id: string | undefined;
  name: string;
  value: string;
  /** Of a box: whether it is ticked. */
  isChecked: boolean;
  isDisabled: boolean;
  /** Whether it stands in something hidden, for password managers. */
  isUnseen: boolean;
  isRequired: boolean;
  /** What people read beside it; empty without a label. */
  label: string;
  /** Of a select: the values of its options. */
  options: string[];
}

export interface RenderedForm {
  method: string;
  action: string;
  isUpload: boolean;
  controls: Control[];
}

export interface RenderedPage {
  ids: string[];
  /** What names an id: the attribute, and the id. */
  references: { attribute: string; id: string }[];
  forms: RenderedForm[];
  /** Where its links lead. */
  links: string[];
}

const REFERRING = [
  ...['for', 'form', 'list', 'headers', 'data-reveals', 'aria-controls', 'aria-labelledby'],
  ...['aria-describedby', 'aria-owns', 'aria-activedescendant', 'popovertarget', 'commandfor'],
];

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" },
};
const decode = (text: string) => text.replace(/&(\w+|#39);/g, (all, name) => ENTITIES[name] ?? all);

/** Reads a page. */
export function readPage(html: string): RenderedPage {
  const page: RenderedPage = { ids: [], references: [], forms: [], links: [] };
  const labels = new Map<string, string>();
  const byId = new Map<string, RenderedForm>();
  const strays: [form: string, control: Control][] = [];
  let form: RenderedForm | undefined;
  let select: Control | undefined;
  let textarea: Control | undefined;
  let label: string | undefined;
  let isHidden = false;
  let button: Control | undefined;
  type Node = HTMLRewriterTypes.Element;
  const get = (node: Node, name: string) => {
    const value = node.getAttribute(name);
    return value === null ? undefined : decode(value);
  };
  new HTMLRewriter()
    .on('*', {
      element(node) {
        const id = get(node, 'id');
        if (id !== undefined) page.ids.push(id);
        for (const attribute of REFERRING) {
          for (const named of get(node, attribute)?.split(/\s+/) ?? []) {
            page.references.push({ attribute: `${node.tagName} ${attribute}`, id: named });
          }
        }
        const href = get(node, 'href');
        if (href?.startsWith('#') && href.length > 1) {
          page.references.push({ attribute: 'a href', id: href.slice(1) });
        } else if (href !== undefined && node.tagName === 'a') page.links.push(href);
      },
    })
    .on('div[hidden]', {
      element(node) {
        isHidden = true;
        node.onEndTag(() => {
          isHidden = false;
        });
      },
    })
    .on('form', {
      element(node) {
        const opened: RenderedForm = {
          method: (get(node, 'method') ?? 'get').toUpperCase(),
          action: get(node, 'action') ?? '',
          isUpload: get(node, 'enctype') === 'multipart/form-data',
          controls: [],
        };
        page.forms.push(opened);
        const id = get(node, 'id');
        if (id !== undefined) byId.set(id, opened);
        form = opened;
        node.onEndTag(() => {
          form = undefined;
        });
      },
    })
    .on('input, select, textarea, button', {
      element(node) {
        const kind = node.tagName === 'input' ? (get(node, 'type') ?? 'text') : node.tagName;
        const isButton = kind === 'button' && get(node, 'type') !== 'submit';
        const control: Control = {
          kind: isButton ? 'no button' : kind,
          id: get(node, 'id'),
          name: get(node, 'name') ?? '',
          value: get(node, 'value') ?? (kind === 'checkbox' ? 'on' : ''),
          isChecked: node.hasAttribute('checked'),
          isDisabled: node.hasAttribute('disabled'),
          isUnseen: isHidden || node.hasAttribute('hidden'),
          isRequired: node.hasAttribute('required'),
          // A control in a label has its text.
          label: get(node, 'aria-label') ?? (label === undefined ? '' : 'around it'),
          options: [],
        };
        if (node.tagName === 'button') {
          button = control;
          node.onEndTag(() => {
            button = undefined;
          });
        }
        const owner = get(node, 'form');
        if (owner !== undefined) strays.push([owner, control]);
        else form?.controls.push(control);
        if (node.tagName === 'select') select = control;
        if (node.tagName !== 'textarea') return;
        textarea = control;
        node.onEndTag(() => {
          textarea = undefined;
        });
      },
    })
    .on('option', {
      element(node) {
        if (select === undefined) return;
        const value = get(node, 'value') ?? '';
        const isFirst = select.options.length === 0;
        select.options.push(value);
        if (isFirst || node.hasAttribute('selected')) select.value = value;
      },
    })
    .on('textarea', {
      text({ text }) {
        if (textarea !== undefined) textarea.value += decode(text);
      },
    })
    .on('label', {
      element(node) {
        label = get(node, 'for') ?? '';
        node.onEndTag(() => {
          label = undefined;
        });
      },
      text({ text }) {
        if (label !== undefined) labels.set(label, `${labels.get(label) ?? ''}${decode(text)}`);
      },
    })
    .on('button', {
      text({ text }) {
        if (button !== undefined) button.label += decode(text);
      },
    })
    .transform(html);
  for (const [owner, control] of strays) byId.get(owner)?.controls.push(control);
  for (const { controls } of page.forms) {
    for (const control of controls) control.label ||= labels.get(control.id ?? '') ?? '';
  }
  return page;
}

/** The buttons that send a form; one without a name where it has none. */
export function buttonsOf({ controls }: RenderedForm): Control[] {
  return controls.filter(({ kind, isDisabled }) => kind === 'button' && !isDisabled);
}

/**
 * What a browser sends when a button is pressed: what the page filled in, what `type` returns for each field
 * that people fill in, and the button's own value.
 */
export function fieldsOf(
  { controls }: RenderedForm,
  button: Control,
  type: (control: Control) => string | undefined,
): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const control of controls) {
    const { kind, name, value, isDisabled, isChecked } = control;
    if (name === '' || isDisabled || kind === 'no button' || kind === 'file') continue;
    if (kind === 'button' && control !== button) continue;
    const typed = kind === 'hidden' || kind === 'button' ? undefined : type(control);
    if (kind !== 'checkbox') fields.push([name, typed ?? value]);
    else if (typed === undefined ? isChecked : typed !== '') fields.push([name, value]);
  }
  return fields;
}

/** Sends a form as a browser does. */
export function sendForm(
  by: Pick<Browser, 'request'>,
  form: RenderedForm,
  fields: readonly [string, string][],
  files: readonly [string, Uint8Array<ArrayBuffer>][] = [],
) {
  const headers = { 'sec-fetch-site': 'same-origin', origin: 'http://muster.test' };
  const path = form.action.split('#', 1)[0] ?? '';
  const query = new URLSearchParams([...fields]).toString();
  if (form.method === 'GET') return by.request(`${path}?${query}`);
  if (!form.isUpload) {
    const type = 'application/x-www-form-urlencoded';
    return by.request(path, {
      method: 'POST',
      body: query,
      headers: { ...headers, 'content-type': type },
    });
  }
  return by.request(path, { method: 'POST', ...multipart(fields, files, headers) });
}

function multipart(
  fields: readonly [string, string][],
  files: readonly [string, Uint8Array<ArrayBuffer>][],
  headers: Readonly<Record<string, string>>,
): Sending {
  const boundary = 'between-the-parts';
  const part = (name: string, value: string | Uint8Array, file = '') =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value as Uint8Array),
      Buffer.from('\r\n'),
    ]);
  const body = Buffer.concat([
    ...fields.map(([name, value]) => part(name, value)),
    ...files.map(([name, bytes]) => part(name, bytes, '; filename="picture.png"')),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const type = `multipart/form-data; boundary=${boundary}`;
  return { body: new Uint8Array(body), headers: { ...headers, 'content-type': type } };
}
