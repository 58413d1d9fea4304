CREATE TABLE `reserved_names` (
	`skeleton_hash` text PRIMARY KEY NOT NULL,
	`reserved_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `account_secrets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`code_hash` text,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sends` integer NOT NULL,
	`wrong_codes` integer NOT NULL,
	`wait_until` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_secrets_token` ON `account_secrets` (`token_hash`);--> statement-breakpoint
CREATE INDEX `account_secrets_of_account` ON `account_secrets` (`account_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `account_secrets_expiry` ON `account_secrets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `letter_errands` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`account_id` integer,
	`account_name` text NOT NULL,
	`asked` text NOT NULL,
	`token` text NOT NULL,
	`code` text NOT NULL,
	`created_at` integer NOT NULL,
	`valid_until` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `letter_errands_of_account` ON `letter_errands` (`account_id`,`kind`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code_hash` text NOT NULL,
	`uses` integer NOT NULL,
	`uses_left` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_code_hash_unique` ON `invites` (`code_hash`);--> statement-breakpoint
DROP INDEX `accounts_email_key_unique`;--> statement-breakpoint
ALTER TABLE `accounts` ADD `name_skeleton` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `email_confirmed_at` integer;--> statement-breakpoint
CREATE INDEX `accounts_name_skeleton` ON `accounts` (`name_skeleton`);--> statement-breakpoint
CREATE INDEX `accounts_email_key` ON `accounts` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_confirmed_email` ON `accounts` (`email_key`) WHERE "accounts"."email_confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX `accounts_unverified` ON `accounts` (`registered_at`) WHERE "accounts"."verified_at" is null;--> statement-breakpoint
-- Until now an address belonged to one account alone, and whoever was verified is taken to own it.
-- The skeleton is what `src/lib/name-skeleton.ts` makes of a name: sixteen signs hold no run of
-- underscores that five halvings leave over.
UPDATE `accounts` SET
	`email_confirmed_at` = `verified_at`,
	`name_skeleton` = replace(replace(replace(replace(replace(
		replace(replace(replace(lower(`name`), '0', 'o'), '1', 'l'), 'i', 'l'),
		'__', '_'), '__', '_'), '__', '_'), '__', '_'), '__', '_');
