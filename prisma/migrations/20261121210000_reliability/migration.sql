-- AlterTable
ALTER TABLE "invoice" ADD COLUMN     "alarm_hours" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "turn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "submission" ADD COLUMN     "unanswered_reason" TEXT;

-- CreateTable
CREATE TABLE "worker_heartbeat" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "lanes" JSON NOT NULL,
    "circuits" JSON NOT NULL,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "efi_minute" (
    "environment" "environment" NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "registered" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "unanswered" INTEGER NOT NULL DEFAULT 0,
    "total_ms" BIGINT NOT NULL DEFAULT 0,
    "slowest_ms" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "efi_minute_pkey" PRIMARY KEY ("environment","minute")
);

-- CreateTable
CREATE TABLE "worker_lane_minute" (
    "lane" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "worker_lane_minute_pkey" PRIMARY KEY ("lane","minute")
);


-- CreateTable
CREATE TABLE "print_request" (
    "id" BIGSERIAL NOT NULL,
    "invoice_id" UUID NOT NULL,
    "turn_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "print_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "print_request_turn_at_idx" ON "print_request"("turn_at");

-- CreateIndex
CREATE INDEX "print_request_invoice_id_idx" ON "print_request"("invoice_id");

-- Missing prints were remembered in the outbox before.
INSERT INTO "print_request" ("invoice_id", "turn_at")
  SELECT "entity_id", "created_at" FROM "outbox" WHERE "job" = 'render-pdf';
DELETE FROM "outbox" WHERE "job" = 'render-pdf';

-- What Prisma's schema cannot say --------------------------------------------------------------

-- Workers take the Pending invoice whose turn is the earliest, and the Offline one whose deadline is
-- the nearest. Both indexes hold only open work.
DROP INDEX "invoice_open";
CREATE INDEX "invoice_turn" ON "invoice" ("turn_at") WHERE "status" = 'Pending';
CREATE INDEX "invoice_delivery" ON "invoice" ("deliver_before") WHERE "status" = 'Offline';

-- Only refusals take an IIC off an invoice again; nothing ever puts another one in its place.
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

-- A message keeps everything it was sent with; only its answer is added, once.
CREATE OR REPLACE FUNCTION "protect_submission"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'submission % can not be deleted', OLD."id";
  END IF;
  IF OLD."outcome" IS NOT NULL
     OR (NEW."id", NEW."kind", NEW."invoice_id", NEW."cash_deposit_id", NEW."registry_call_id",
         NEW."cash_register_id", NEW."certificate_id", NEW."request_uuid", NEW."send_date_time",
         NEW."subsequent_delivery", NEW."request", NEW."created_at")
        IS DISTINCT FROM
        (OLD."id", OLD."kind", OLD."invoice_id", OLD."cash_deposit_id", OLD."registry_call_id",
         OLD."cash_register_id", OLD."certificate_id", OLD."request_uuid", OLD."send_date_time",
         OLD."subsequent_delivery", OLD."request", OLD."created_at") THEN
    RAISE EXCEPTION 'submission % is append-only', OLD."id";
  END IF;
  RETURN NEW;
END $$;

-- TRUNCATE passes by the triggers of rows.
CREATE FUNCTION "protect_from_truncate"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% can not be emptied', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "invoice_no_truncate" BEFORE TRUNCATE ON "invoice"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_from_truncate"();
CREATE TRIGGER "submission_no_truncate" BEFORE TRUNCATE ON "submission"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_from_truncate"();
CREATE TRIGGER "document_no_truncate" BEFORE TRUNCATE ON "document"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_from_truncate"();
CREATE TRIGGER "number_ledger_no_truncate" BEFORE TRUNCATE ON "number_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_from_truncate"();
CREATE TRIGGER "audit_log_no_truncate" BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "protect_from_truncate"();

-- One print of each version: two workers that print the same invoice at the same time store one. The
-- first of those that were stored twice before stays.
ALTER TABLE "document" DISABLE TRIGGER "document_protect";
DELETE FROM "document" d USING "document" first
  WHERE first."invoice_id" = d."invoice_id" AND first."fic" IS NOT DISTINCT FROM d."fic"
    AND first."id" < d."id";
ALTER TABLE "document" ENABLE TRIGGER "document_protect";
CREATE UNIQUE INDEX "document_one_of_a_version" ON "document"("invoice_id", (coalesce("fic", '')));
