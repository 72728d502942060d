-- A commit that notifies takes a lock that the whole cluster shares, and holds it until it is on the disk: commits
-- go one by one. A connection that announces changes itself is told of them instead, before it commits.

CREATE FUNCTION "announce_change"("change" text, "payload" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('fiscal.announces_changes', true) = 'on' THEN
    RAISE INFO USING ERRCODE = 'FI001', MESSAGE = "change", DETAIL = "payload";
  ELSE
    PERFORM pg_notify("change", "payload");
  END IF;
END $$;

CREATE OR REPLACE FUNCTION "notify_invoice_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('invoice_changed',
    concat_ws(' ', NEW."id", NEW."company_id", NEW."environment", NEW."status"));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "notify_document_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('document_added', NEW."invoice_id"::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "notify_registry_call_settled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('registry_call_settled', NEW."id"::text);
  RETURN NULL;
END $$;
