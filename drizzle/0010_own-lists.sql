CREATE TABLE `own_list_servers` (
	`account_id` integer NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`added_at` integer NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `own_lists_of_server` ON `own_list_servers` (`hash`);--> statement-breakpoint
CREATE TABLE `own_list_choices` (
	`account_id` integer PRIMARY KEY NOT NULL,
	`is_played_kept` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
