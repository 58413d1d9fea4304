CREATE TABLE "player_pages" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"is_shown" boolean NOT NULL,
	"are_servers_shown" boolean NOT NULL,
	"are_favourites_shown" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "skins" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"png" "bytea",
	"digest" text COLLATE "C",
	"shape" text COLLATE "C",
	"changed_at" bigint NOT NULL,
	"forbidden_at" bigint,
	"note" text COLLATE "C" DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "skin_reports" (
	"account_id" bigint NOT NULL,
	"player_id" bigint NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "skin_reports_account_id_player_id_pk" PRIMARY KEY("account_id","player_id")
);
--> statement-breakpoint
ALTER TABLE "player_pages" ADD CONSTRAINT "player_pages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skins" ADD CONSTRAINT "skins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skin_reports" ADD CONSTRAINT "skin_reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skin_reports" ADD CONSTRAINT "skin_reports_player_id_skins_account_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."skins"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "skins_by_change" ON "skins" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "skin_reports_of_player" ON "skin_reports" USING btree ("player_id");