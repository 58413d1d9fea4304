CREATE TABLE "claim_managers" (
	"hash" text COLLATE "C" NOT NULL,
	"account_id" bigint NOT NULL,
	"since" bigint NOT NULL,
	CONSTRAINT "claim_managers_hash_account_id_pk" PRIMARY KEY("hash","account_id")
);
--> statement-breakpoint
CREATE TABLE "claim_invitations" (
	"hash" text COLLATE "C" NOT NULL,
	"account_id" bigint NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "claim_invitations_hash_account_id_pk" PRIMARY KEY("hash","account_id")
);
--> statement-breakpoint
ALTER TABLE "claim_managers" ADD CONSTRAINT "claim_managers_hash_claims_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."claims"("hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "claim_managers" ADD CONSTRAINT "claim_managers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_invitations" ADD CONSTRAINT "claim_invitations_hash_claims_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."claims"("hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "claim_invitations" ADD CONSTRAINT "claim_invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_managers_of_account" ON "claim_managers" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "claim_invitations_of_account" ON "claim_invitations" USING btree ("account_id");