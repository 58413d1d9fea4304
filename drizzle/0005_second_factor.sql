CREATE TABLE `account_log` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`at` integer NOT NULL,
	`event` text NOT NULL,
	`device` text NOT NULL,
	`country` text NOT NULL,
	`detail` text NOT NULL,
	`count` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_log_of_account` ON `account_log` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `account_log_by_age` ON `account_log` (`at`);--> statement-breakpoint
CREATE TABLE `account_security` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`totp_secret` text,
	`totp_started_at` integer,
	`totp_confirmed_at` integer,
	`totp_last_step` integer DEFAULT 0 NOT NULL,
	`mail_codes_since` integer,
	`guarded_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `devices` (
	`account_id` integer NOT NULL,
	`key_hash` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key_hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `devices_by_key` ON `devices` (`key_hash`);--> statement-breakpoint
CREATE INDEX `devices_by_age` ON `devices` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `login_codes` (
	`id` integer PRIMARY KEY NOT NULL,
	`account_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`sent_at` integer NOT NULL,
	`valid_until` integer NOT NULL,
	`spent_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `login_codes_of_account` ON `login_codes` (`account_id`,`sent_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`account_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `code_hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `country` text DEFAULT '' NOT NULL;