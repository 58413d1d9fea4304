// The paths of the pages of an own list.

export const RECENT_PATH = '/acc/recent/';
export const HIDDEN_PATH = '/acc/hidden/';
