ALTER TABLE `server_states` ADD `was_listed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `webhook_events` ADD `type` text DEFAULT '' NOT NULL;