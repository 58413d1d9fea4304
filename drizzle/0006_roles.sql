ALTER TABLE `accounts` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `role` text DEFAULT 'player' NOT NULL;--> statement-breakpoint
UPDATE `accounts` SET `role` = 'administrator' WHERE `is_admin`;--> statement-breakpoint
ALTER TABLE `accounts` DROP COLUMN `is_admin`;--> statement-breakpoint
CREATE INDEX `accounts_suspended_until` ON `accounts` (`suspended_until`) WHERE "accounts"."suspended_until" is not null;--> statement-breakpoint
CREATE INDEX `accounts_with_a_role` ON `accounts` (`role`) WHERE "accounts"."role" <> 'player';
