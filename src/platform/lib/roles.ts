// The roles of accounts, from the lowest to the highest.

export const ROLES = ['player', 'moderator', 'administrator'] as const;

export type Role = (typeof ROLES)[number];

export type StaffRole = Exclude<Role, 'player'>;

export function findRole(text: string): Role | undefined {
  return ROLES.find((role) => role === text);
}

export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

export function asStaff(role: Role): StaffRole | undefined {
  return role === 'player' ? undefined : role;
}
