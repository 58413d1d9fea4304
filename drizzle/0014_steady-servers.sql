ALTER TABLE `servers` ADD `steady_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `servers` SET `steady_since` = `started_at`;
