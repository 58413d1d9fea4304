CREATE TABLE "return_alerts" (
	"account_id" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "return_alerts_account_id_hash_pk" PRIMARY KEY("account_id","hash")
);
--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "name" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "ip" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "port" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_alerts" ADD CONSTRAINT "return_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_alerts" ADD CONSTRAINT "return_alerts_hash_history_series_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."history_series"("hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_alerts_of_server" ON "return_alerts" USING btree ("hash");