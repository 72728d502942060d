-- What an invoice says is written once, when it is accepted, into a table of its own. What changes
-- (status, number, codes) stays behind in a narrow row, so that a step of fiscalization rewrites little.
-- There is no foreign key between the two: one statement inserts both rows, and no role may delete either.
CREATE TABLE "invoice_content" (
    "invoice_id" UUID NOT NULL,
    "request" JSON NOT NULL,
    "computed" JSON NOT NULL,
    "warnings" JSON NOT NULL,
    "seller" JSON,
    "advance_payment_iic" TEXT,

    CONSTRAINT "invoice_content_pkey" PRIMARY KEY ("invoice_id")
);

INSERT INTO "invoice_content"
  ("invoice_id", "request", "computed", "warnings", "seller", "advance_payment_iic")
SELECT "id", "request", "computed", "warnings", "seller", "request" ->> 'advancePaymentIic'
FROM "invoice";

ALTER TABLE "invoice"
  DROP COLUMN "request", DROP COLUMN "computed", DROP COLUMN "warnings", DROP COLUMN "seller";

-- What Prisma's schema cannot say --------------------------------------------------------------

CREATE TRIGGER "invoice_content_protect" BEFORE UPDATE OR DELETE ON "invoice_content"
  FOR EACH ROW EXECUTE FUNCTION "protect_append_only"();
CREATE TRIGGER "invoice_content_no_truncate" BEFORE TRUNCATE ON "invoice_content"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_from_truncate"();

-- The contents protect themselves now. A guard is called only where a statement names what it guards, or
-- where the row is closed: the usual steps of an invoice and of a message pay for none.
DROP TRIGGER "invoice_protect" ON "invoice";
DROP FUNCTION "protect_fiscalized_invoice"();

CREATE FUNCTION "protect_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoice % is % and can not be deleted', OLD."id", OLD."status";
  END IF;
  RAISE EXCEPTION 'invoice % is fiscalized and can not be changed', OLD."id";
END $$;
CREATE TRIGGER "invoice_keep" BEFORE DELETE ON "invoice"
  FOR EACH ROW WHEN (OLD."status" <> 'Draft') EXECUTE FUNCTION "protect_invoice"();
CREATE TRIGGER "invoice_protect" BEFORE UPDATE ON "invoice"
  FOR EACH ROW WHEN (OLD."status" = 'Fiscalized') EXECUTE FUNCTION "protect_invoice"();

CREATE FUNCTION "protect_signed_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW."iic" IS NOT NULL OR OLD."offline_since" IS NOT NULL) AND (
       NEW."iic" IS DISTINCT FROM OLD."iic"
    OR NEW."iic_signature" IS DISTINCT FROM OLD."iic_signature"
    OR NEW."tcr_code" IS DISTINCT FROM OLD."tcr_code"
    OR NEW."ordinal" IS DISTINCT FROM OLD."ordinal"
    OR NEW."year" IS DISTINCT FROM OLD."year"
    OR NEW."invoice_number" IS DISTINCT FROM OLD."invoice_number"
    OR NEW."issued_at" IS DISTINCT FROM OLD."issued_at"
    OR NEW."issue_date_time" IS DISTINCT FROM OLD."issue_date_time"
    OR NEW."iic_references"::text IS DISTINCT FROM OLD."iic_references"::text
    OR NEW."issuer"::text IS DISTINCT FROM OLD."issuer"::text
  ) THEN
    RAISE EXCEPTION 'invoice % is signed and keeps its number, time and IIC', OLD."id";
  END IF;
  IF OLD."offline_since" IS NOT NULL
     AND NEW."offline_since" IS DISTINCT FROM OLD."offline_since" THEN
    RAISE EXCEPTION 'invoice % was handed out offline, which can not be taken back', OLD."id";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "invoice_protect_signed" BEFORE UPDATE OF
  "iic", "iic_signature", "tcr_code", "ordinal", "year", "invoice_number", "issued_at",
  "issue_date_time", "iic_references", "issuer", "offline_since" ON "invoice"
  FOR EACH ROW WHEN (OLD."iic" IS NOT NULL) EXECUTE FUNCTION "protect_signed_invoice"();

DROP TRIGGER "submission_protect" ON "submission";
CREATE OR REPLACE FUNCTION "protect_submission"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "submission" s WHERE s."invoice_id" = OLD."invoice_id"
             AND OLD."request_uuid" = ANY (s."replaced_uuids")) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'submission % can not be deleted', OLD."id";
END $$;
CREATE TRIGGER "submission_protect" BEFORE DELETE ON "submission"
  FOR EACH ROW EXECUTE FUNCTION "protect_submission"();
CREATE TRIGGER "submission_protect_message" BEFORE UPDATE OF
  "id", "kind", "invoice_id", "cash_deposit_id", "registry_call_id", "cash_register_id",
  "certificate_id", "request_uuid", "send_date_time", "subsequent_delivery", "request", "created_at",
  "replaced_uuids", "replaced_open_at" ON "submission"
  FOR EACH ROW EXECUTE FUNCTION "protect_append_only"();
CREATE TRIGGER "submission_protect_answer" BEFORE UPDATE ON "submission"
  FOR EACH ROW WHEN (OLD."outcome" IS NOT NULL) EXECUTE FUNCTION "protect_append_only"();

-- Only a repetition can stand for messages before it; whatever else says that it does is corrected.
DROP TRIGGER "submission_replace" ON "submission";
CREATE TRIGGER "submission_replace" BEFORE INSERT ON "submission"
  FOR EACH ROW WHEN (NEW."subsequent_delivery" IS NOT NULL OR NEW."replaced_uuids" <> '{}'
                     OR NEW."replaced_open_at" IS NOT NULL)
  EXECUTE FUNCTION "replace_unanswered_submission"();

-- The invoices that an advance has paid, which its corrective names.
CREATE INDEX "invoice_paid_by_advance" ON "invoice_content" ("advance_payment_iic")
  WHERE "advance_payment_iic" IS NOT NULL;

-- An index without the rows that have no value costs them nothing: most invoices have no original, and
-- none has a number or an IIC until late in its life.
DROP INDEX "invoice_original_id_idx";
CREATE INDEX "invoice_original" ON "invoice" ("original_id") WHERE "original_id" IS NOT NULL;
DROP INDEX "submission_cash_deposit_id_created_at_idx";
CREATE INDEX "submission_of_deposit" ON "submission" ("cash_deposit_id", "created_at")
  WHERE "cash_deposit_id" IS NOT NULL;
DROP INDEX "invoice_iic_key";
CREATE UNIQUE INDEX "invoice_iic_key" ON "invoice" ("iic") WHERE "iic" IS NOT NULL;
DROP INDEX "invoice_number_key";
CREATE UNIQUE INDEX "invoice_number_key" ON "invoice" ("environment", "invoice_number")
  WHERE "invoice_number" IS NOT NULL;
DROP INDEX "invoice_ordinal_key";
CREATE UNIQUE INDEX "invoice_ordinal_key" ON "invoice" ("environment", "tcr_code", "year", "ordinal")
  WHERE "ordinal" IS NOT NULL;

-- The answer is the one change of a message: it stays on its page and touches no index, the bytes that go
-- and come being kept beside it. The statement that adds a message takes its invoice from the row itself,
-- which no role may delete: the check would lock that row once more.
ALTER TABLE "submission" SET (fillfactor = 70, toast_tuple_target = 256);
ALTER TABLE "submission" DROP CONSTRAINT "submission_invoice_id_fkey";

-- Each environment's sales have a lane of their own, which finds its work in an index of its own.
DROP INDEX "work_kind_scheduled_at_idx";
CREATE INDEX "work_sales" ON "work" ("environment", "scheduled_at") WHERE "kind" = 'fiscalize';
CREATE INDEX "work_other" ON "work" ("kind", "scheduled_at") WHERE "kind" <> 'fiscalize';
