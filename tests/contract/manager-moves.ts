// What happens to the managers of a server when it moves.

export const MANAGERS_ON_MOVES = {
  claim_invitations: 'follows its claim',
  claim_managers: 'follows its claim',
};
