// What an account may do besides playing: nothing, moderating, or everything.

/** The roles, each one's rights among those of the next. */
export const ROLES = ['player', 'moderator', 'administrator'] as const;

/** One of them. */
export type Role = (typeof ROLES)[number];

/** The roles that open the pages of administration. */
export type StaffRole = Exclude<Role, 'player'>;

/** The role of this name, `undefined` when there is none. */
export function findRole(text: string): Role | undefined {
  return ROLES.find((role) => role === text);
}

/** Whether somebody with `role` may do what at least `needed` may. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The role, where it opens the pages of administration. */
export function asStaff(role: Role): StaffRole | undefined {
  return role === 'player' ? undefined : role;
}
