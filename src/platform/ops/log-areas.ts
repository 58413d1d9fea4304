// The areas of the log. Each can have a level of its own.

/** Each log line belongs to one area: `module` in JSON. */
export const LOG_AREAS = [
  ...(['accounts', 'email', 'http', 'net', 'relay'] as const),
  ...(['servers', 'service', 'store'] as const),
] as const;

export type LogArea = (typeof LOG_AREAS)[number];

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface AreaLevel {
  area: LogArea;
  level: LogLevel;
}

/** Reads a checked text such as `http=debug`. */
export function readAreaLevel(text: string): AreaLevel {
  const [area, level] = text.split('=');
  return { area: area as LogArea, level: level as LogLevel };
}
