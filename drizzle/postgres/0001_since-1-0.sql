CREATE TABLE "favourites" (
	"account_id" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"added_at" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	CONSTRAINT "favourites_account_id_hash_pk" PRIMARY KEY("account_id","hash")
);
--> statement-breakpoint
CREATE TABLE "former_hashes" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"present" text COLLATE "C" NOT NULL,
	"ip" text COLLATE "C" NOT NULL,
	"port" bigint NOT NULL,
	"left_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeat_keys" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"key_hash" text COLLATE "C" NOT NULL,
	"made_at" bigint NOT NULL,
	"ip" text COLLATE "C" NOT NULL,
	"port" bigint NOT NULL,
	"moved_at" bigint,
	"notified_at" bigint,
	"contested_at" bigint,
	CONSTRAINT "heartbeat_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "pledges" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"wanted" bigint NOT NULL,
	"made_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"met_at" bigint
);
--> statement-breakpoint
CREATE TABLE "return_alerts" (
	"account_id" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "return_alerts_account_id_hash_pk" PRIMARY KEY("account_id","hash")
);
--> statement-breakpoint
CREATE TABLE "tag_changes" (
	"tag" text COLLATE "C" PRIMARY KEY NOT NULL,
	"is_offered" boolean NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"account_id" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"network" bigint NOT NULL,
	"day" bigint NOT NULL,
	CONSTRAINT "visits_account_id_hash_pk" PRIMARY KEY("account_id","hash")
);
--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "language" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "icon" "bytea";--> statement-breakpoint
ALTER TABLE "claims" ADD COLUMN "icon_digest" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "name" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "ip" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "port" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "history_series" ADD COLUMN "first_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_hashes" ADD CONSTRAINT "former_hashes_present_claims_hash_fk" FOREIGN KEY ("present") REFERENCES "public"."claims"("hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "heartbeat_keys" ADD CONSTRAINT "heartbeat_keys_hash_claims_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."claims"("hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_alerts" ADD CONSTRAINT "return_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_alerts" ADD CONSTRAINT "return_alerts_hash_history_series_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."history_series"("hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_hash_history_series_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."history_series"("hash") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "favourites_of_server" ON "favourites" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "former_hashes_of_server" ON "former_hashes" USING btree ("present","left_at");--> statement-breakpoint
CREATE INDEX "pledges_of_server" ON "pledges" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "return_alerts_of_server" ON "return_alerts" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "visits_of_network" ON "visits" USING btree ("hash","network");