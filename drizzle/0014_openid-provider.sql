CREATE TABLE `openid_clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` text NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`logout_uris` text NOT NULL,
	`secret_hash` text,
	`is_trusted` integer NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `openid_clients_client_id_unique` ON `openid_clients` (`client_id`);--> statement-breakpoint
CREATE TABLE `openid_consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`client_number` integer NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`client_number`) REFERENCES `openid_clients`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `openid_consents_of_account` ON `openid_consents` (`account_id`,`client_number`);--> statement-breakpoint
CREATE INDEX `openid_consents_of_client` ON `openid_consents` (`client_number`);--> statement-breakpoint
CREATE TABLE `openid_grants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`uid` text NOT NULL,
	`consent_id` integer NOT NULL,
	`scopes` text NOT NULL,
	`sessions_ended` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`consent_id`) REFERENCES `openid_consents`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `openid_grants_uid_unique` ON `openid_grants` (`uid`);--> statement-breakpoint
CREATE INDEX `openid_grants_of_consent` ON `openid_grants` (`consent_id`);--> statement-breakpoint
CREATE INDEX `openid_grants_expiry` ON `openid_grants` (`expires_at`);--> statement-breakpoint
CREATE TABLE `openid_tokens` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`grant_id` integer NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	FOREIGN KEY (`grant_id`) REFERENCES `openid_grants`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `openid_tokens_of_grant` ON `openid_tokens` (`grant_id`);--> statement-breakpoint
CREATE INDEX `openid_tokens_expiry` ON `openid_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `openid_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kid` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `sessions_ended` integer DEFAULT 0 NOT NULL;