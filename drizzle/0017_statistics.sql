CREATE TABLE `history_records` (
	`id` integer PRIMARY KEY NOT NULL,
	`players` integer NOT NULL,
	`players_at` integer NOT NULL,
	`servers` integer NOT NULL,
	`servers_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_registered_at` ON `accounts` (`registered_at`);