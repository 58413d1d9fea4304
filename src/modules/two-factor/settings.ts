// The settings of the module: who needs a second factor.

import type { OptionTable } from '../../platform/config/option-table.ts';
import { toggle } from '../../platform/config/values.ts';

export const settings = {
  new_device_code: {
    type: toggle(),
    setting: 'isNewDeviceCodeOn',
    fallback: 'false',
    help: 'Whether a login from a new device needs a code by email. Without email it never does.',
  },
  admin_second_factor: {
    type: toggle(),
    setting: 'isStaffTwoFactorRequired',
    fallback: 'false',
    help: 'Whether moderators and administrators need two-factor authentication to open administration pages.',
  },
} as const satisfies OptionTable;
