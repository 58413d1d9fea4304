// The paths of the pages of players.

export const PLAYER_SETTINGS_PATH = '/acc/player/';

export const playerPath = (name: string): string => `/player/${name}/`;
