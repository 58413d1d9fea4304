CREATE TABLE `claim_managers` (
	`hash` text NOT NULL,
	`account_id` integer NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`hash`, `account_id`),
	FOREIGN KEY (`hash`) REFERENCES `claims`(`hash`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claim_managers_of_account` ON `claim_managers` (`account_id`);--> statement-breakpoint
CREATE TABLE `claim_invitations` (
	`hash` text NOT NULL,
	`account_id` integer NOT NULL,
	`role` text NOT NULL,
	`state` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`hash`, `account_id`),
	FOREIGN KEY (`hash`) REFERENCES `claims`(`hash`) ON UPDATE cascade ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claim_invitations_of_account` ON `claim_invitations` (`account_id`);