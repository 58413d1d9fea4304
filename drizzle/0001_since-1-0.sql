CREATE TABLE `favourites` (
	`account_id` integer NOT NULL,
	`hash` text NOT NULL,
	`added_at` integer NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `favourites_of_server` ON `favourites` (`hash`);--> statement-breakpoint
CREATE TABLE `former_hashes` (
	`hash` text PRIMARY KEY NOT NULL,
	`present` text NOT NULL,
	`ip` text NOT NULL,
	`port` integer NOT NULL,
	`left_at` integer NOT NULL,
	FOREIGN KEY (`present`) REFERENCES `claims`(`hash`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `former_hashes_of_server` ON `former_hashes` (`present`,`left_at`);--> statement-breakpoint
CREATE TABLE `heartbeat_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`key_hash` text NOT NULL,
	`made_at` integer NOT NULL,
	`ip` text NOT NULL,
	`port` integer NOT NULL,
	`moved_at` integer,
	`notified_at` integer,
	`contested_at` integer,
	FOREIGN KEY (`hash`) REFERENCES `claims`(`hash`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `heartbeat_keys_key_hash_unique` ON `heartbeat_keys` (`key_hash`);--> statement-breakpoint
CREATE TABLE `pledges` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`wanted` integer NOT NULL,
	`made_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`met_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pledges_of_server` ON `pledges` (`hash`);--> statement-breakpoint
CREATE TABLE `push_browsers` (
	`endpoint_secret` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`browser_key` text NOT NULL,
	`auth_secret` text NOT NULL,
	`added_at` integer NOT NULL,
	`due_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_browsers_of_account` ON `push_browsers` (`account_id`);--> statement-breakpoint
CREATE INDEX `push_browsers_due` ON `push_browsers` (`due_at`) WHERE "push_browsers"."due_at" is not null;--> statement-breakpoint
CREATE TABLE `push_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	CONSTRAINT "push_keys_one_row" CHECK("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `return_alerts` (
	`account_id` integer NOT NULL,
	`hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hash`) REFERENCES `history_series`(`hash`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `return_alerts_of_server` ON `return_alerts` (`hash`);--> statement-breakpoint
CREATE TABLE `server_states` (
	`hash` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`is_listed` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `server_states_by_age` ON `server_states` (`changed_at`);--> statement-breakpoint
CREATE TABLE `tag_changes` (
	`tag` text PRIMARY KEY NOT NULL,
	`is_offered` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `visits` (
	`account_id` integer NOT NULL,
	`hash` text NOT NULL,
	`network` integer NOT NULL,
	`day` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hash`) REFERENCES `history_series`(`hash`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `visits_of_network` ON `visits` (`hash`,`network`);--> statement-breakpoint
CREATE INDEX `visits_by_day` ON `visits` (`hash`,`day`,`account_id`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`event` text NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_events_of_webhook` ON `webhook_events` (`webhook_id`,`id`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text,
	`account_id` integer,
	`format` text NOT NULL,
	`url_secret` text NOT NULL,
	`sign_secret` text NOT NULL,
	`events` text NOT NULL,
	`language` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`disabled_at` integer,
	`answers` text NOT NULL,
	FOREIGN KEY (`hash`) REFERENCES `claims`(`hash`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `webhooks_of_server` ON `webhooks` (`hash`);--> statement-breakpoint
CREATE INDEX `webhooks_of_account` ON `webhooks` (`account_id`);--> statement-breakpoint
ALTER TABLE `claims` ADD `language` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `icon` blob;--> statement-breakpoint
ALTER TABLE `claims` ADD `icon_digest` text;--> statement-breakpoint
ALTER TABLE `history_series` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `history_series` ADD `ip` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `history_series` ADD `port` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `history_series` ADD `first_at` integer DEFAULT 0 NOT NULL;