-- Links for making the first administrator outlive a restart, and the command line makes them too.
CREATE TABLE `first_administrator_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
