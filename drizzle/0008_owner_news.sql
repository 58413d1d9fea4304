ALTER TABLE `letter_errands` ADD `detail` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `letter_errands` ADD `until` integer;