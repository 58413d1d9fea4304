CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`act` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_of_actor` ON `audit_entries` (`actor_name`);--> statement-breakpoint
CREATE INDEX `audit_entries_of_subject` ON `audit_entries` (`subject`);--> statement-breakpoint
CREATE INDEX `audit_entries_of_act` ON `audit_entries` (`act`);--> statement-breakpoint
CREATE TABLE `claim_codes` (
	`hash` text NOT NULL,
	`account_id` integer NOT NULL,
	`code` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `claims` (
	`hash` text PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`claimed_at` integer NOT NULL,
	`description` text NOT NULL,
	`links` text NOT NULL,
	`tags` text NOT NULL,
	`country` text,
	`join_port` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claims_of_account` ON `claims` (`account_id`);--> statement-breakpoint
CREATE TABLE `country_overrides` (
	`hash` text PRIMARY KEY NOT NULL,
	`country` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `filter_words` (
	`key` text PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`added_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`server_name` text NOT NULL,
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_once` ON `reports` (`account_id`,`hash`) WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `reports_of_account` ON `reports` (`account_id`);--> statement-breakpoint
CREATE TABLE `unlisted_servers` (
	`hash` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`unlisted_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `bans_range_unique`;--> statement-breakpoint
ALTER TABLE `bans` ADD `kind` text DEFAULT 'range' NOT NULL;--> statement-breakpoint
ALTER TABLE `bans` ADD `author_id` integer;--> statement-breakpoint
ALTER TABLE `bans` ADD `author_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bans` ADD `expires_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `bans_of_subject` ON `bans` (`kind`,`range`);--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep_what_was_written` BEFORE UPDATE ON `audit_entries` BEGIN
	SELECT RAISE(ABORT, 'the audit log is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_keep_all` BEFORE DELETE ON `audit_entries` BEGIN
	SELECT RAISE(ABORT, 'the audit log is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `audit_entries_are_not_replaced` BEFORE INSERT ON `audit_entries`
WHEN EXISTS (SELECT 1 FROM `audit_entries` WHERE `id` = NEW.`id`) BEGIN
	SELECT RAISE(ABORT, 'the audit log is never changed');
END;
