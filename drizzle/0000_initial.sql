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
	`next` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `account_secrets_token` ON `account_secrets` (`token_hash`);--> statement-breakpoint
CREATE INDEX `account_secrets_of_account` ON `account_secrets` (`account_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `account_secrets_expiry` ON `account_secrets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `account_security` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`totp_secret` text,
	`totp_started_at` integer,
	`totp_session_hash` text,
	`totp_confirmed_at` integer,
	`totp_last_step` integer DEFAULT 0 NOT NULL,
	`mail_codes_since` integer,
	`protected_until` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`name_skeleton` text DEFAULT '' NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_confirmed_at` integer,
	`password_hash` text NOT NULL,
	`verified_at` integer,
	`suspended_at` integer,
	`suspended_until` integer,
	`suspension_reason` text NOT NULL,
	`role` text DEFAULT 'player' NOT NULL,
	`flags` text NOT NULL,
	`forum_title` text NOT NULL,
	`is_premium` integer NOT NULL,
	`registered_at` integer NOT NULL,
	`rules_version` text,
	`rules_agreed_at` integer,
	`language` text DEFAULT 'en' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_name_key_unique` ON `accounts` (`name_key`);--> statement-breakpoint
CREATE INDEX `accounts_name_skeleton` ON `accounts` (`name_skeleton`);--> statement-breakpoint
CREATE INDEX `accounts_email_key` ON `accounts` (`email_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_confirmed_email` ON `accounts` (`email_key`) WHERE "accounts"."email_confirmed_at" is not null;--> statement-breakpoint
CREATE INDEX `accounts_unverified` ON `accounts` (`registered_at`) WHERE "accounts"."verified_at" is null;--> statement-breakpoint
CREATE INDEX `accounts_registered_at` ON `accounts` (`registered_at`);--> statement-breakpoint
CREATE INDEX `accounts_in_good_standing` ON `accounts` (`id`) WHERE "accounts"."verified_at" is not null and "accounts"."suspended_at" is null;--> statement-breakpoint
CREATE INDEX `accounts_suspended_until` ON `accounts` (`suspended_until`) WHERE "accounts"."suspended_until" is not null;--> statement-breakpoint
CREATE INDEX `accounts_with_a_role` ON `accounts` (`role`) WHERE "accounts"."role" <> 'player';--> statement-breakpoint
CREATE TABLE `address_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`hash`) REFERENCES `claims`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_codes_code_hash_unique` ON `address_codes` (`code_hash`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` integer,
	`actor_name` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_of_actor` ON `audit_entries` (`actor_name`);--> statement-breakpoint
CREATE INDEX `audit_entries_of_subject` ON `audit_entries` (`subject`);--> statement-breakpoint
CREATE INDEX `audit_entries_of_action` ON `audit_entries` (`action`);--> statement-breakpoint
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'range' NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL,
	`author_id` integer,
	`author_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bans_of_subject` ON `bans` (`kind`,`subject`);--> statement-breakpoint
CREATE TABLE `claim_codes` (
	`hash` text NOT NULL,
	`account_id` integer NOT NULL,
	`code_hash` text NOT NULL,
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
	`join_ip` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claims_of_account` ON `claims` (`account_id`);--> statement-breakpoint
CREATE TABLE `country_overrides` (
	`hash` text PRIMARY KEY NOT NULL,
	`country` text NOT NULL
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
CREATE TABLE `featured_servers` (
	`hash` text PRIMARY KEY NOT NULL,
	`featured_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `filter_words` (
	`key` text PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`added_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `first_administrator_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `history_records` (
	`id` integer PRIMARY KEY NOT NULL,
	`players` integer NOT NULL,
	`players_at` integer NOT NULL,
	`servers` integer NOT NULL,
	`servers_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `history_series` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `history_series_hash_unique` ON `history_series` (`hash`);--> statement-breakpoint
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
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text DEFAULT 'to send' NOT NULL,
	`kind` text NOT NULL,
	`account_id` integer,
	`recipient` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`last_error` text NOT NULL,
	`failed_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`failed_at`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_of_account` ON `outbox` (`account_id`,`kind`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`account_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `code_hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
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
	`wants_email` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_open_once` ON `reports` (`account_id`,`hash`) WHERE "reports"."closed_at" is null;--> statement-breakpoint
CREATE INDEX `reports_of_account` ON `reports` (`account_id`);--> statement-breakpoint
CREATE TABLE `reserved_names` (
	`skeleton_hash` text PRIMARY KEY NOT NULL,
	`reserved_until` integer NOT NULL
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
	`steady_since` integer DEFAULT 0 NOT NULL,
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
	`device` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_of_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE TABLE `site_notice` (
	`id` integer PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`level` text NOT NULL,
	`until` integer,
	`set_at` integer NOT NULL,
	CONSTRAINT "site_notice_one_row" CHECK("site_notice"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `site_values` (
	`field` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`bytes` blob,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `unlisted_servers` (
	`hash` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`unlisted_at` integer NOT NULL
);--> statement-breakpoint
-- What drizzle-kit does not know was written by hand: WITHOUT ROWID above, and these triggers.
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
