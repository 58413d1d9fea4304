CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`password_hash` text NOT NULL,
	`verified_at` integer,
	`suspended_at` integer,
	`suspension_reason` text NOT NULL,
	`is_admin` integer NOT NULL,
	`flags` text NOT NULL,
	`forum_title` text NOT NULL,
	`is_premium` integer NOT NULL,
	`registered_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name_key_unique` ON `accounts` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_key_unique` ON `accounts` (`email_key`);--> statement-breakpoint
CREATE INDEX `accounts_in_good_standing` ON `accounts` (`id`) WHERE "accounts"."verified_at" is not null and "accounts"."suspended_at" is null;--> statement-breakpoint
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY NOT NULL,
	`range` text NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bans_range_unique` ON `bans` (`range`);--> statement-breakpoint
CREATE TABLE `featured_servers` (
	`hash` text PRIMARY KEY NOT NULL,
	`featured_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `servers` (
	`hash` text PRIMARY KEY NOT NULL,
	`ip` text NOT NULL,
	`port` integer NOT NULL,
	`name` text NOT NULL,
	`players` integer NOT NULL,
	`max_players` integer NOT NULL,
	`software` text NOT NULL,
	`is_public` integer NOT NULL,
	`supports_web` integer NOT NULL,
	`salt` text NOT NULL,
	`country` text NOT NULL,
	`started_at` integer NOT NULL,
	`last_beat_at` integer NOT NULL,
	`reachable_at` integer
);
--> statement-breakpoint
CREATE TABLE `service_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_alive_at` integer NOT NULL,
	CONSTRAINT "service_state_one_row" CHECK("service_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`value_hash` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_of_account` ON `sessions` (`account_id`);