// The web pages of email providers, by the hosts of their addresses, so that a page can link to the reader's inbox.

export interface Inbox {
  host: string;
  name: string;
  url: string;
}

const PROVIDERS: readonly (readonly [name: string, url: string, hosts: string])[] = [
  ['Gmail', 'https://mail.google.com/', 'gmail.com googlemail.com'],
  [
    'Outlook',
    'https://outlook.live.com/mail/',
    'outlook.com outlook.de hotmail.com hotmail.de hotmail.co.uk live.com live.de msn.com',
  ],
  ['Yahoo Mail', 'https://mail.yahoo.com/', 'yahoo.com yahoo.de yahoo.co.uk ymail.com'],
  ['Proton Mail', 'https://mail.proton.me/', 'proton.me protonmail.com pm.me'],
  ['iCloud Mail', 'https://www.icloud.com/mail/', 'icloud.com me.com mac.com'],
  ['GMX', 'https://www.gmx.net/', 'gmx.net gmx.de gmx.at gmx.ch'],
  ['GMX', 'https://www.gmx.com/', 'gmx.com gmx.us gmx.co.uk'],
  ['WEB.DE', 'https://web.de/', 'web.de'],
  ['T-Online', 'https://email.t-online.de/', 't-online.de magenta.de'],
  ['freenet', 'https://webmail.freenet.de/', 'freenet.de'],
  ['Posteo', 'https://posteo.de/', 'posteo.de posteo.net posteo.org'],
  ['mailbox.org', 'https://login.mailbox.org/', 'mailbox.org'],
  ['Tuta', 'https://app.tuta.com/', 'tuta.com tuta.io tutanota.com tutanota.de'],
  ['Fastmail', 'https://app.fastmail.com/', 'fastmail.com fastmail.fm'],
  ['Zoho Mail', 'https://mail.zoho.com/', 'zohomail.com zoho.com'],
  ['Zoho Mail', 'https://mail.zoho.eu/', 'zohomail.eu'],
  ['AOL Mail', 'https://mail.aol.com/', 'aol.com aol.de'],
];

const INBOXES = new Map(
  PROVIDERS.flatMap(([name, url, hosts]) =>
    hosts.split(' ').map((host) => [host, { name, url, host }] as const),
  ),
);

/** Finds the inbox of an email address, or of its host alone; `undefined` for an unknown host. */
export function findInbox(address: string): Inbox | undefined {
  return INBOXES.get(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
}
