// The rows of the table of options that bound the relay.

import { one } from './declare-option.ts';
import { formatDuration, parseDuration } from './duration.ts';
import type { Option } from './options.ts';
import { formatSize, parseSize } from './size.ts';
import { parseSwitch, parseWhole } from './values.ts';

const RELAY_MESSAGE_LIMITS = { min: 1024, max: 1024 * 1024 };
const RELAY_CONNECT_LIMITS = { minMs: 1_000, maxMs: 60_000 };
const RELAY_IDLE_LIMITS = { minMs: 1_000, maxMs: 24 * 3_600_000 };

/** The rows, in the order of the table (C12.13). */
export const RELAY_OPTIONS: readonly Option[] = [
  one(
    {
      key: 'relay',
      argument: 'true|false',
      fallback: 'true',
      help: 'Whether browsers may reach listed servers that take the web client through this service.',
    },
    parseSwitch,
  ),
  one(
    {
      key: 'relay_per_address',
      argument: 'number',
      fallback: '8',
      reloads: true,
      help: 'Most relays that one address may have open.',
    },
    (text) => parseWhole(text, { min: 1, max: 1_000_000 }),
  ),
  one(
    {
      key: 'relay_limit',
      argument: 'number',
      fallback: '1000',
      reloads: true,
      help: 'Most relays that may be open in all; one IPv4 /24 or IPv6 /48 gets a quarter of them at most.',
    },
    (text) => parseWhole(text, { min: 1, max: 1_000_000 }),
  ),
  one(
    {
      key: 'relay_message_limit',
      argument: 'size',
      fallback: '64KiB',
      help: 'Longest message that a relay carries, either way (B, KiB or MiB).',
      format: formatSize,
    },
    (text) => parseSize(text, RELAY_MESSAGE_LIMITS),
  ),
  one(
    {
      key: 'relay_connect_timeout',
      argument: 'duration',
      fallback: '5s',
      reloads: true,
      help: 'Time that a game server may take to answer a relay (s, m or h).',
      format: formatDuration,
    },
    (text) => parseDuration(text, RELAY_CONNECT_LIMITS),
  ),
  one(
    {
      key: 'relay_idle_timeout',
      argument: 'duration',
      fallback: '5m',
      reloads: true,
      help: 'Time without a message after which a relay is closed (s, m or h).',
      format: formatDuration,
    },
    (text) => parseDuration(text, RELAY_IDLE_LIMITS),
  ),
];
