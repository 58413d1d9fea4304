CREATE TABLE `history_chunks` (
	`series` integer NOT NULL,
	`step` integer NOT NULL,
	`number` integer NOT NULL,
	`slots` blob NOT NULL,
	PRIMARY KEY(`series`, `step`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `history_minutes` (
	`at` integer PRIMARY KEY NOT NULL,
	`players` integer NOT NULL,
	`servers` integer NOT NULL,
	`counts` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `history_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `history_series_hash_unique` ON `history_series` (`hash`);