// What happens to own lists of players when a server moves.

export const OWN_LISTS_ON_MOVES = { own_list_servers: 'moves' };
