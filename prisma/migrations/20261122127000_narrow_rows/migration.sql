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

-- The contents protect themselves now.
CREATE OR REPLACE FUNCTION "protect_fiscalized_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD."status" <> 'Draft' THEN
    RAISE EXCEPTION 'invoice % is % and can not be deleted', OLD."id", OLD."status";
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."status" = 'Fiscalized' THEN
    RAISE EXCEPTION 'invoice % is fiscalized and can not be changed', OLD."id";
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."iic" IS NOT NULL
     AND (NEW."iic" IS NOT NULL OR OLD."offline_since" IS NOT NULL) AND (
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
  IF TG_OP = 'UPDATE' AND OLD."offline_since" IS NOT NULL
     AND NEW."offline_since" IS DISTINCT FROM OLD."offline_since" THEN
    RAISE EXCEPTION 'invoice % was handed out offline, which can not be taken back', OLD."id";
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;

-- The invoices that an advance has paid, which its corrective names.
CREATE INDEX "invoice_paid_by_advance" ON "invoice_content" ("advance_payment_iic")
  WHERE "advance_payment_iic" IS NOT NULL;

-- An index without the rows that have no value costs them nothing: most invoices have no original, and
-- none has a number or an IIC until late in its life.
DROP INDEX "invoice_original_id_idx";
CREATE INDEX "invoice_original" ON "invoice" ("original_id") WHERE "original_id" IS NOT NULL;
DROP INDEX "invoice_iic_key";
CREATE UNIQUE INDEX "invoice_iic_key" ON "invoice" ("iic") WHERE "iic" IS NOT NULL;
DROP INDEX "invoice_number_key";
CREATE UNIQUE INDEX "invoice_number_key" ON "invoice" ("environment", "invoice_number")
  WHERE "invoice_number" IS NOT NULL;
DROP INDEX "invoice_ordinal_key";
CREATE UNIQUE INDEX "invoice_ordinal_key" ON "invoice" ("environment", "tcr_code", "year", "ordinal")
  WHERE "ordinal" IS NOT NULL;

-- Each environment's sales have a lane of their own, which finds its work in an index of its own.
DROP INDEX "work_kind_scheduled_at_idx";
CREATE INDEX "work_sales" ON "work" ("environment", "scheduled_at") WHERE "kind" = 'fiscalize';
CREATE INDEX "work_other" ON "work" ("kind", "scheduled_at") WHERE "kind" <> 'fiscalize';
