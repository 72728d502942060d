-- AlterTable
ALTER TABLE "invoice" ADD COLUMN     "iic_references" JSON;

-- What Prisma's schema cannot say --------------------------------------------------------------

-- The invoices that an advance has paid, which its corrective names.
CREATE INDEX "invoice_paid_by_advance" ON "invoice" (("request" ->> 'advancePaymentIic'))
  WHERE "payment_method" = 'ADVANCE';

-- What a message names is fixed with its number, time and IIC.
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
    OR NEW."request"::text IS DISTINCT FROM OLD."request"::text
    OR NEW."computed"::text IS DISTINCT FROM OLD."computed"::text
  ) THEN
    RAISE EXCEPTION 'invoice % is signed and keeps its number, time, IIC and contents', OLD."id";
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."offline_since" IS NOT NULL
     AND NEW."offline_since" IS DISTINCT FROM OLD."offline_since" THEN
    RAISE EXCEPTION 'invoice % was handed out offline, which can not be taken back', OLD."id";
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;
