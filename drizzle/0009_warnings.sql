CREATE TABLE `warnings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`author_name` text NOT NULL,
	`reason` text NOT NULL,
	`server` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `warnings_of_account` ON `warnings` (`account_id`);--> statement-breakpoint
CREATE INDEX `warnings_unread` ON `warnings` (`account_id`) WHERE "warnings"."read_at" is null;--> statement-breakpoint
CREATE INDEX `warnings_by_age` ON `warnings` (`created_at`);