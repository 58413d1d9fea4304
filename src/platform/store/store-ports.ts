// What the health checks ask of the store.

export interface HealthStore {
  /** Writes for real, and changes nothing. Throws `unavailable` when nothing can be saved. */
  checkWrite(): Promise<void>;
  compareMigrations(): Promise<MigrationCounts>;
}

export interface MigrationCounts {
  missing: number;
  /** Migrations of a newer version, which this version cannot work with. */
  unknown: number;
  /** Migrations of a newer version, which this version works with: it runs while others are upgraded. */
  tolerated: number;
}
