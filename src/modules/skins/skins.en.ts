// Every sentence about skins, for players and for moderators.

import { counted } from '../../platform/messages/formats.en.ts';
import type { SkinAuditAction } from './audit-actions.ts';

export const skinMessages = {
  title: 'Your skin',
  intro: 'Other players see this skin on servers that show the skins of this site.',
  where:
    'A new skin appears within a minute. Players who are already in the game see it after they join again.',
  file: 'Skin',
  fileHint: (most: string) => `A PNG with 64 × 32 or 64 × 64 pixels, at most ${most}.`,
  save: 'Save skin',
  saved: 'Your skin was saved.',
  remove: 'Remove skin',
  removeHint: 'You then get the skin that this site draws from your name.',
  removed: 'A moderator removed your skin',
  reason: (reason: string) => `Reason: ${reason}`,
  change: 'Change your skin',
  figure: (name: string) => `${name}’s skin`,
  report: 'Report this skin',
  reportTitle: (name: string) => `Report the skin of ${name}`,
  reportHint: (most: number) => `What is wrong with it? At most ${most} characters.`,
  reportSend: 'Send report',
  reportSent: 'Thank you. A moderator will look at it.',
};

export const skinAdminMessages = {
  section: 'Skins',
  filter: 'Show skins',
  caption: 'Skins, the latest changes first',
  states: { reported: 'Reported', shown: 'All skins', forbidden: 'Uploads forbidden' },
  nothing: {
    reported: 'No skins are reported.',
    shown: 'Nobody has uploaded a skin.',
    forbidden: 'Everybody may upload skins.',
  },
  skin: 'Skin',
  picture: (name: string) => `Skin of ${name}`,
  changed: 'Changed',
  reports: 'Reports',
  statuses: { shown: 'Shown', removed: 'Removed', forbidden: 'Uploads forbidden' },
  buttons: {
    closeReports: 'Close reports',
    removeSkin: 'Remove',
    forbidSkins: 'Remove and forbid uploads',
    allowSkins: 'Allow uploads',
  },
  results: {
    closeReports: counted({ one: 'Reports on # skin closed', other: 'Reports on # skins closed' }),
    removeSkin: counted({ one: '# skin removed', other: '# skins removed' }),
    forbidSkins: counted({
      one: 'Uploads of # player forbidden',
      other: 'Uploads of # players forbidden',
    }),
    allowSkins: counted({
      one: 'Uploads of # player allowed',
      other: 'Uploads of # players allowed',
    }),
  },
};

export const skinAuditSentences: Readonly<Record<SkinAuditAction, string>> = {
  'skin removed': 'Removed a skin',
  'skins forbidden': 'Forbade skins',
  'skins allowed': 'Allowed skins again',
  'skin reports closed': 'Closed reports on a skin',
};

export const skinFailures = {
  format: 'This file is not a PNG. Save the skin as a PNG.',
  size: (width: number, height: number) =>
    `The picture has ${width} × ${height} pixels. A skin has 64 × 32 or 64 × 64.`,
  forbidden: 'A moderator decided that this account cannot upload skins.',
  unverified: 'Verify your account first.',
  nextSkin: (seconds: number) => `Too many uploads. Try again in ${seconds} s.`,
  nextReport: (seconds: number) => `Too many reports. Try again in ${Math.ceil(seconds / 60)} min.`,
  reportLong: (length: number, most: number) =>
    `The text has ${length} characters. Use at most ${most}.`,
  reported: 'You have already reported this skin. A moderator will look at it.',
  nothingToReport: 'This player has no skin of their own.',
  nothingToChange: 'There is nothing to change: somebody else may have done it already.',
  nobody: 'No player has this name.',
  faceSize: (smallest: number, largest: number) =>
    `The size must be a whole number from ${smallest} to ${largest}.`,
};
