// The health checks' view of the store.

export interface HealthStore {
  /** Really writes, but changes no data. Throws `unavailable` when nothing can be saved. */
  checkWrite(): Promise<void>;
  compareMigrations(): Promise<MigrationCounts>;
}

export interface MigrationCounts {
  missing: number;
  /** Migrations of a newer version that this version cannot work with. */
  unknown: number;
  /** Migrations of a newer version that this version works with, while other replicas are being upgraded. */
  tolerated: number;
}
