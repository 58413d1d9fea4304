-- One outbox in place of two tables: emails that are to be sent, and jobs that are to be composed.
ALTER TABLE `letters` RENAME TO `outbox`;--> statement-breakpoint
ALTER TABLE `outbox` RENAME COLUMN `letter` TO `content`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `state` text DEFAULT 'to send' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `account_id` integer REFERENCES accounts(id) ON DELETE cascade;--> statement-breakpoint
DROP INDEX `letters_due`;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`failed_at`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_of_account` ON `outbox` (`account_id`,`kind`);--> statement-breakpoint
INSERT INTO `outbox` (`state`, `kind`, `account_id`, `recipient`, `content`, `created_at`, `expires_at`,
	`attempts`, `next_attempt_at`, `last_error`)
SELECT 'to compose', `kind`, `account_id`, `asked`, json_object('accountName', `account_name`,
	'token', `token`, 'code', `code`, 'detail', `detail`, 'until', `until`),
	`created_at`, `valid_until`, 0, `created_at`, ''
FROM `letter_errands` ORDER BY `id`;--> statement-breakpoint
DROP TABLE `letter_errands`;--> statement-breakpoint
-- Columns and an index get the names that the code uses. The triggers of the audit log follow by themselves.
DROP INDEX `audit_entries_of_act`;--> statement-breakpoint
ALTER TABLE `audit_entries` RENAME COLUMN `act` TO `action`;--> statement-breakpoint
CREATE INDEX `audit_entries_of_action` ON `audit_entries` (`action`);--> statement-breakpoint
ALTER TABLE `bans` RENAME COLUMN `range` TO `subject`;--> statement-breakpoint
ALTER TABLE `account_security` RENAME COLUMN `guarded_until` TO `protected_until`;
