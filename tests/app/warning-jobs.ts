// The jobs of the module of warnings, with their intervals.

export const WARNING_JOBS = { 'reload warnings': 250, 'remove old warnings': 3_600_000 };
