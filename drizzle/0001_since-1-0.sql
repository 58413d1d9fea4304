CREATE TABLE `return_alerts` (
	`account_id` integer NOT NULL,
	`hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hash`) REFERENCES `history_series`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `return_alerts_of_server` ON `return_alerts` (`hash`);--> statement-breakpoint
ALTER TABLE `history_series` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `history_series` ADD `ip` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `history_series` ADD `port` integer DEFAULT 0 NOT NULL;