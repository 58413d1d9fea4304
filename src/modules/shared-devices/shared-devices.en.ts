// Every sentence about shared devices and addresses.

import { formatCount } from '../../platform/messages/formats.en.ts';

export const sharedDeviceMessages = {
  title: 'Shared devices and addresses',
  caption: 'Accounts that share a device or an address with this one, last login first',
  intro:
    'These accounts logged in with the same browser or from the same address as this one within 180 days. People in one household or network share addresses, too.',
  none: 'No other account logged in with the same browser or from the same address within 180 days.',
  states: { suspended: 'Suspended', other: 'Not suspended' },
  shares: 'Shares',
  kinds: { browser: 'Browser', address: 'Address' },
  lastLogin: 'Last login there',
  crowd: ({ kind, others, suspended }: Readonly<Crowd>) =>
    `${kind === 'address' ? 'An address' : 'A browser'} of this account is used by ${formatCount(others)} other accounts, ${formatCount(suspended)} of them suspended. So many accounts are not named.`,
};

interface Crowd {
  kind: 'browser' | 'address';
  others: number;
  suspended: number;
}
