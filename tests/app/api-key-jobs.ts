// The jobs of API keys, with the time between two runs in milliseconds.

export const API_KEY_JOBS = { 'end keys of suspended accounts': 5_000 };
