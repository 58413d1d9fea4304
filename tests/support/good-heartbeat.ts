// The fields of a heartbeat that passes every rule, as they arrive.

export const GOOD_FIELDS = {
  name: 'A server',
  port: '25565',
  users: '3',
  max: '20',
  public: 'true',
  salt: 'wo6kVAHjxoJcInKx',
  software: 'MCGalaxy 1.9.5.3',
} as const;
