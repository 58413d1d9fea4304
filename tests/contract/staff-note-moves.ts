// What happens to notes of staff when a server moves.

export const NOTES_ON_MOVES = { server_notes: 'moves' };
