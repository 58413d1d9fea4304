ALTER TABLE "server_states" ADD COLUMN "was_listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "type" text COLLATE "C" DEFAULT '' NOT NULL;