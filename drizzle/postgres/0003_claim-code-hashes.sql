DELETE FROM "claim_codes";--> statement-breakpoint
ALTER TABLE "claim_codes" ADD COLUMN "code_hash" text COLLATE "C" NOT NULL;--> statement-breakpoint
ALTER TABLE "claim_codes" DROP COLUMN "code";
