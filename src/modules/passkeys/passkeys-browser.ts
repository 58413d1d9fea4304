// Lets the browser create a passkey, or log in with one: by the button, or by choosing it in the field for the name.

/** Challenges are valid for five minutes, so a page that stays open gets a new one earlier. */
const RENEW_MS = 4 * 60_000;

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (it) => it.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const readIds = (list: readonly PublicKeyCredentialDescriptorJSON[] = []) =>
  list.map(({ id, transports = [] }) => ({
    type: 'public-key' as const,
    id: toBytes(id),
    ...(transports.length > 0 && { transports: transports as AuthenticatorTransport[] }),
  }));

/** Browsers before 2025 cannot read these options themselves. The extensions that Muster asks for have no bytes. */
function readCreation(json: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'>) {
  return {
    ...json,
    challenge: toBytes(json.challenge),
    user: { ...json.user, id: toBytes(json.user.id) },
    excludeCredentials: readIds(json.excludeCredentials),
  } as PublicKeyCredentialCreationOptions;
}

function readRequest(json: Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'>) {
  return {
    ...json,
    challenge: toBytes(json.challenge),
    allowCredentials: readIds(json.allowCredentials),
  } as PublicKeyCredentialRequestOptions;
}

/** The answer in the form of the standard. Some password managers replace the passkey by an object without `toJSON`. */
function write({ id, rawId, type, response }: PublicKeyCredential): unknown {
  const names = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ];
  const fields = names.flatMap((name) => {
    const value: unknown = response[name as keyof AuthenticatorResponse];
    return value instanceof ArrayBuffer ? [[name, toText(value)]] : [];
  });
  const transports = (response as AuthenticatorAttestationResponse).getTransports?.();
  return {
    id,
    type,
    rawId: toText(rawId),
    clientExtensionResults: {},
    response: { ...Object.fromEntries(fields), transports },
  };
}

async function create(optionsText: string): Promise<Credential | null> {
  return navigator.credentials.create({ publicKey: readCreation(JSON.parse(optionsText)) });
}

async function use(url: string, rest: Omit<CredentialRequestOptions, 'publicKey'>) {
  const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store' });
  return navigator.credentials.get({ ...rest, publicKey: readRequest(await answer.json()) });
}

function open(root: HTMLElement): void {
  const { origin, create: creation, use: url = '' } = root.dataset;
  if (window.PublicKeyCredential === undefined || location.origin !== origin) return;
  root.hidden = false;
  document.querySelector('[data-passkey-missing]')?.remove();
  const form = root.querySelector('form');
  const field = root.querySelector<HTMLInputElement>('input[name="credential"]');
  const problem = root.querySelector<HTMLElement>('[role="alert"]');
  const button = root.querySelector<HTMLButtonElement>('button[type="submit"]');
  let waiting: AbortController | undefined;

  function send(credential: Credential | null): void {
    if (field === null || credential === null) return;
    field.value = JSON.stringify(write(credential as PublicKeyCredential));
    form?.submit();
  }

  /** Offers passkeys in the field for the name, until one is chosen or the form is sent. */
  async function offer(): Promise<void> {
    waiting?.abort();
    const controller = new AbortController();
    waiting = controller;
    try {
      send(await use(url, { mediation: 'conditional', signal: controller.signal }));
    } catch {
      // The reader closed the list, or another request took its place.
    }
  }

  async function answer(): Promise<void> {
    waiting?.abort();
    clearInterval(renewal);
    if (button) button.disabled = true;
    try {
      send(creation === undefined ? await use(url, {}) : await create(creation));
    } catch {
      if (problem) problem.hidden = false;
    }
    if (button) button.disabled = false;
  }

  let renewal: ReturnType<typeof setInterval> | undefined;
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void answer();
  });
  if (document.querySelector('input[autocomplete~="webauthn"]') === null) return;
  void PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
    if (!isAvailable) return;
    void offer();
    renewal = setInterval(() => void offer(), RENEW_MS);
  });
}

for (const root of document.querySelectorAll<HTMLElement>('[data-passkey]')) open(root);
