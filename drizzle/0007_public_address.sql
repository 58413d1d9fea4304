CREATE TABLE `address_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`hash`) REFERENCES `claims`(`hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_codes_code_hash_unique` ON `address_codes` (`code_hash`);--> statement-breakpoint
ALTER TABLE `claims` ADD `join_ip` text;