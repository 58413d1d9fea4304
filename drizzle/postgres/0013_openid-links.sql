CREATE TABLE "openid_links" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"issuer" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"linked_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "openid_links" ADD CONSTRAINT "openid_links_account_id_account_security_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account_security"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "openid_links_by_identity" ON "openid_links" USING btree ("issuer","subject");