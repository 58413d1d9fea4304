CREATE TABLE "own_list_servers" (
	"account_id" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"added_at" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	CONSTRAINT "own_list_servers_account_id_kind_hash_pk" PRIMARY KEY("account_id","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "own_list_choices" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"is_played_kept" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "own_list_servers" ADD CONSTRAINT "own_list_servers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_list_choices" ADD CONSTRAINT "own_list_choices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "own_lists_of_server" ON "own_list_servers" USING btree ("hash");