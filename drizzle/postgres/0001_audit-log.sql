INSERT INTO "write_lock" ("id") VALUES (1);
--> statement-breakpoint
CREATE FUNCTION "keep_audit_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is never changed';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_keep_what_was_written" BEFORE UPDATE OR DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "keep_audit_entries"();
--> statement-breakpoint
CREATE TRIGGER "audit_entries_keep_all" BEFORE TRUNCATE ON "audit_entries" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_entries"();
