-- AlterTable
-- Computed once, so that rows that can not be changed any more have them, too; new rows bring their own.
ALTER TABLE "invoice"
ADD COLUMN     "buyer_id_number" TEXT GENERATED ALWAYS AS (lower("request" -> 'buyer' ->> 'idNumber')) STORED,
ADD COLUMN     "buyer_name" TEXT GENERATED ALWAYS AS (lower("request" -> 'buyer' ->> 'name')) STORED,
ADD COLUMN     "dismissal_reason" TEXT,
ADD COLUMN     "dismissed_at" TIMESTAMPTZ(3),
ADD COLUMN     "dismissed_by" TEXT,
ADD COLUMN     "failure_cause" TEXT GENERATED ALWAYS AS (
  "failure" ->> 'code' || COALESCE(':' || ("failure" ->> 'efiCode'), '')
) STORED;
ALTER TABLE "invoice"
ALTER COLUMN "buyer_id_number" DROP EXPRESSION,
ALTER COLUMN "buyer_name" DROP EXPRESSION;

-- DropIndex
DROP INDEX "invoice_company_id_environment_created_at_id_idx";

-- CreateIndex
-- Status and type stand at its end, so that a page that is narrowed to either is found without looking
-- at the rows in between.
CREATE INDEX "invoice_in_list" ON "invoice"("company_id", "environment", "created_at", "id", "status", "type_of_invoice");

-- CreateIndex
CREATE INDEX "number_ledger_invoice_id_idx" ON "number_ledger"("invoice_id");

-- What Prisma's schema cannot say --------------------------------------------------------------

-- What the panel searches by, beside note, number and IIC.
CREATE INDEX "invoice_fic" ON "invoice" USING hash ("fic") WHERE "fic" IS NOT NULL;
CREATE INDEX "invoice_buyer_name" ON "invoice" ("company_id", "environment", "buyer_name" text_pattern_ops)
  WHERE "buyer_name" IS NOT NULL;
CREATE INDEX "invoice_buyer_id_number" ON "invoice" ("company_id", "environment", "buyer_id_number" text_pattern_ops)
  WHERE "buyer_id_number" IS NOT NULL;

-- Failed work, of one company and of all, in order of age and by cause. An invoice that is not Failed
-- costs nothing here, and none of these columns changes while a worker has it in hand.
CREATE INDEX "invoice_failed" ON "invoice" ("environment", "created_at", "id")
  WHERE "status" = 'Failed' AND "dismissed_at" IS NULL;
CREATE INDEX "invoice_failed_of_company" ON "invoice" ("company_id", "environment", "created_at", "id")
  WHERE "status" = 'Failed' AND "dismissed_at" IS NULL;
CREATE INDEX "invoice_failed_by_cause" ON "invoice" ("environment", "failure_cause", "created_at", "id")
  WHERE "status" = 'Failed' AND "dismissed_at" IS NULL;
CREATE INDEX "invoice_failed_by_cause_of_company" ON "invoice" ("company_id", "environment", "failure_cause", "created_at", "id")
  WHERE "status" = 'Failed' AND "dismissed_at" IS NULL;

-- What is to be delivered, by its deadline.
CREATE INDEX "invoice_offline" ON "invoice" ("environment", "deliver_before", "id")
  WHERE "status" = 'Offline';
CREATE INDEX "invoice_offline_of_company" ON "invoice" ("company_id", "environment", "deliver_before", "id")
  WHERE "status" = 'Offline';

-- A dismissal says who and why, and lasts as long as the invoice is Failed.
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_dismissal" CHECK (
  CASE WHEN "dismissed_at" IS NULL
    THEN "dismissed_by" IS NULL AND "dismissal_reason" IS NULL
    ELSE "status" = 'Failed' AND "dismissed_by" IS NOT NULL AND "dismissal_reason" IS NOT NULL
  END
);

-- Whoever watches all invoices of a company is told by the same one call: payload
-- `<invoice id> <company id> <environment> <status>`.
CREATE OR REPLACE FUNCTION "notify_invoice_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('invoice_changed',
    concat_ws(' ', NEW."id", NEW."company_id", NEW."environment", NEW."status"));
  RETURN NULL;
END $$;

-- Calls that wait to be made, for the health of their lane.
CREATE INDEX "registry_call_pending" ON "registry_call" ("created_at") WHERE "status" = 'pending';
