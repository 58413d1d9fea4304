DROP TABLE `claim_codes`;--> statement-breakpoint
CREATE TABLE `claim_codes` (
	`hash` text NOT NULL,
	`account_id` integer NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `hash`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
