CREATE TABLE `player_pages` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`is_shown` integer NOT NULL,
	`are_servers_shown` integer NOT NULL,
	`are_favourites_shown` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `skins` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`png` blob,
	`digest` text,
	`shape` text,
	`changed_at` integer NOT NULL,
	`forbidden_at` integer,
	`note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `skins_by_change` ON `skins` (`changed_at`);--> statement-breakpoint
CREATE TABLE `skin_reports` (
	`account_id` integer NOT NULL,
	`player_id` integer NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `player_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`player_id`) REFERENCES `skins`(`account_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `skin_reports_of_player` ON `skin_reports` (`player_id`);