CREATE TABLE `letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient` text NOT NULL,
	`kind` text NOT NULL,
	`letter` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text NOT NULL,
	`failed_at` integer
);
--> statement-breakpoint
CREATE INDEX `letters_due` ON `letters` (`failed_at`,`next_attempt_at`);