-- The circuits that are open, so that every worker knows of each within a second or two.
CREATE TABLE "authority_circuit" (
    "id" BIGSERIAL NOT NULL,
    "environment" "environment" NOT NULL,
    "scope" TEXT NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "authority_circuit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "authority_circuit_environment_scope_key" ON "authority_circuit"("environment", "scope");

-- A message that is repeated without ever getting a reply stands for those before it.
ALTER TABLE "submission"
  ADD COLUMN "replaced_uuids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
  ADD COLUMN "replaced_open_at" TIMESTAMPTZ(3);

-- What Prisma's schema cannot say --------------------------------------------------------------

-- A message without what is new in every one: UUID, sending time, and the signature over them. A
-- value of an attribute cannot hold a quotation mark, so that nothing else looks like these.
CREATE FUNCTION "message_contents"("request" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace("request",
    ' (UUID|SendDateTime)="[^"]*"|<DigestValue>[^<]*</DigestValue>|<SignatureValue>[^<]*</SignatureValue>',
    '', 'g')
$$;

-- Of an invoice that never gets a reply the first message is kept, the last one, and the UUIDs of those
-- between. A message that anything came back of, or whose outcome is not written yet, is never replaced.
-- Both functions run as their owner: no process may delete a message.
CREATE FUNCTION "replace_unanswered_submission"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last "submission"%ROWTYPE;
BEGIN
  NEW."replaced_uuids" := ARRAY[]::UUID[];
  NEW."replaced_open_at" := NULL;
  IF NEW."invoice_id" IS NULL OR NEW."subsequent_delivery" IS NULL THEN RETURN NEW; END IF;
  SELECT * INTO last FROM "submission" s WHERE s."invoice_id" = NEW."invoice_id"
    ORDER BY s."created_at" DESC, s."id" DESC LIMIT 1;
  IF last."outcome" IS DISTINCT FROM 'unanswered' OR last."http_status" IS NOT NULL
     OR last."response_bytes" IS NOT NULL OR last."response" IS NOT NULL
     OR last."subsequent_delivery" IS DISTINCT FROM NEW."subsequent_delivery"
     OR last."certificate_id" <> NEW."certificate_id"
     OR message_contents(last."request") <> message_contents(NEW."request")
     OR NOT EXISTS (SELECT FROM "submission" s
                    WHERE s."invoice_id" = NEW."invoice_id" AND s."id" <> last."id") THEN
    RETURN NEW;
  END IF;
  NEW."replaced_uuids" := last."replaced_uuids" || last."request_uuid";
  -- Whether one of them may have been registered is still known.
  NEW."replaced_open_at" := CASE WHEN last."was_sent" IS DISTINCT FROM false
    THEN last."created_at" ELSE last."replaced_open_at" END;
  RETURN NEW;
END $$;
CREATE TRIGGER "submission_replace" BEFORE INSERT ON "submission"
  FOR EACH ROW EXECUTE FUNCTION "replace_unanswered_submission"();

CREATE FUNCTION "delete_replaced_submission"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM "submission" s
  WHERE s."invoice_id" = NEW."invoice_id" AND s."request_uuid" = ANY (NEW."replaced_uuids");
  RETURN NULL;
END $$;
CREATE TRIGGER "submission_delete_replaced" AFTER INSERT ON "submission"
  FOR EACH ROW WHEN (cardinality(NEW."replaced_uuids") > 0)
  EXECUTE FUNCTION "delete_replaced_submission"();

-- A message keeps everything it was sent with; only its answer is added, once. It is deleted only where
-- a newer message of its invoice says that it stands for it.
CREATE OR REPLACE FUNCTION "protect_submission"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM "submission" s WHERE s."invoice_id" = OLD."invoice_id"
               AND OLD."request_uuid" = ANY (s."replaced_uuids")) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'submission % can not be deleted', OLD."id";
  END IF;
  IF OLD."outcome" IS NOT NULL
     OR (NEW."id", NEW."kind", NEW."invoice_id", NEW."cash_deposit_id", NEW."registry_call_id",
         NEW."cash_register_id", NEW."certificate_id", NEW."request_uuid", NEW."send_date_time",
         NEW."subsequent_delivery", NEW."request", NEW."created_at", NEW."replaced_uuids",
         NEW."replaced_open_at")
        IS DISTINCT FROM
        (OLD."id", OLD."kind", OLD."invoice_id", OLD."cash_deposit_id", OLD."registry_call_id",
         OLD."cash_register_id", OLD."certificate_id", OLD."request_uuid", OLD."send_date_time",
         OLD."subsequent_delivery", OLD."request", OLD."created_at", OLD."replaced_uuids",
         OLD."replaced_open_at") THEN
    RAISE EXCEPTION 'submission % is append-only', OLD."id";
  END IF;
  RETURN NEW;
END $$;
