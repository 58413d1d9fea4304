-- What administrators set on the page of the site, their notice, and the rules that accounts agreed to.
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
ALTER TABLE `accounts` ADD `rules_version` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `rules_agreed_at` integer;