CREATE TABLE "leader_lease" (
	"id" bigint PRIMARY KEY NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"holder" text COLLATE "C" DEFAULT '' NOT NULL,
	"expires_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leader_terms" (
	"epoch" bigint PRIMARY KEY NOT NULL,
	"holder" text COLLATE "C" NOT NULL,
	"began_at" bigint NOT NULL,
	"worked_at" bigint NOT NULL,
	"works" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_batches" (
	"revision" bigint PRIMARY KEY NOT NULL,
	"replica" text COLLATE "C" NOT NULL,
	"at" bigint NOT NULL,
	"batch" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_states" (
	"kind" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "shared_states_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE INDEX "shared_states_expiry" ON "shared_states" USING btree ("expires_at");
--> statement-breakpoint
INSERT INTO "write_lock" ("id") VALUES (2);
--> statement-breakpoint
INSERT INTO "leader_lease" ("id") VALUES (1);
