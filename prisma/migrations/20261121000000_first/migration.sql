-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('test', 'live');

-- CreateEnum
CREATE TYPE "company_status" AS ENUM ('active', 'paused');

-- CreateEnum
CREATE TYPE "invoice_status" AS ENUM ('Draft', 'Pending', 'Fiscalized', 'Failed', 'Offline');

-- CreateEnum
CREATE TYPE "cash_deposit_status" AS ENUM ('pending', 'registered', 'refused', 'offline');

-- CreateEnum
CREATE TYPE "registry_call_status" AS ENUM ('pending', 'done', 'failed');

-- CreateEnum
CREATE TYPE "submission_kind" AS ENUM ('invoice', 'cash_deposit', 'tcr');

-- CreateEnum
CREATE TYPE "submission_outcome" AS ENUM ('registered', 'refused', 'unanswered');

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('operator', 'company_admin');

-- CreateTable
CREATE TABLE "company" (
    "id" UUID NOT NULL,
    "tin" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "town" TEXT NOT NULL,
    "country" TEXT NOT NULL DEFAULT 'MNE',
    "is_in_vat" BOOLEAN NOT NULL DEFAULT true,
    "vat_number" TEXT,
    "bank_account" TEXT,
    "logo" TEXT,
    "environment" "environment" NOT NULL DEFAULT 'test',
    "status" "company_status" NOT NULL DEFAULT 'active',
    "prices_include_vat" BOOLEAN NOT NULL DEFAULT false,
    "offline_issuing" BOOLEAN NOT NULL DEFAULT true,
    "writes_per_minute" INTEGER,
    "reads_per_minute" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "company_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cash_register" (
    "id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "name" TEXT NOT NULL,
    "tcr_code" TEXT,
    "internal_id" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'REGULAR',
    "business_unit_code" TEXT NOT NULL,
    "software_code" TEXT NOT NULL,
    "operator_code" TEXT NOT NULL,
    "maintainer_code" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cash_register_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "certificate" (
    "id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "subject" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "serial_number" TEXT NOT NULL,
    "tin" TEXT NOT NULL,
    "fingerprint_sha256" TEXT NOT NULL,
    "not_before" TIMESTAMPTZ(0) NOT NULL,
    "not_after" TIMESTAMPTZ(0) NOT NULL,
    "certificate_der" BYTEA NOT NULL,
    "sealed_private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "certificate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "cash_register_id" UUID,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "app_user" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "user_role" NOT NULL,
    "company_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invoice" (
    "id" UUID NOT NULL,
    "company_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "cash_register_id" UUID NOT NULL,
    "api_key_id" UUID,
    "status" "invoice_status" NOT NULL,
    "document_type" TEXT NOT NULL,
    "type_of_invoice" TEXT NOT NULL,
    "payment_method" TEXT NOT NULL,
    "order_number" BIGINT NOT NULL,
    "note" TEXT,
    "request" JSON NOT NULL,
    "computed" JSON NOT NULL,
    "warnings" JSON NOT NULL,
    "original_id" UUID,
    "tcr_code" TEXT,
    "year" INTEGER,
    "ordinal" BIGINT,
    "invoice_number" TEXT,
    "issued_at" TIMESTAMPTZ(0),
    "issue_date_time" TEXT,
    "iic" TEXT,
    "iic_signature" TEXT,
    "issuer" JSON,
    "fic" TEXT,
    "offline_since" TIMESTAMPTZ(3),
    "deliver_before" TIMESTAMPTZ(3),
    "failure" JSON,
    "claim_token" BIGINT NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "number_sequence" (
    "cash_register_id" UUID NOT NULL,
    "tcr_code" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "last_ordinal" BIGINT NOT NULL DEFAULT 0,
    "free_ordinals" BIGINT[] DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "number_sequence_pkey" PRIMARY KEY ("cash_register_id","tcr_code","year")
);

-- CreateTable
CREATE TABLE "number_ledger" (
    "id" BIGSERIAL NOT NULL,
    "cash_register_id" UUID NOT NULL,
    "tcr_code" TEXT NOT NULL,
    "year" INTEGER NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "invoice_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "number_ledger_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cash_deposit" (
    "id" UUID NOT NULL,
    "cash_register_id" UUID NOT NULL,
    "tcr_code" TEXT NOT NULL,
    "local_date" DATE NOT NULL,
    "cash_amount" TEXT NOT NULL,
    "status" "cash_deposit_status" NOT NULL,
    "fcdc" TEXT,
    "change_date_time" TEXT,
    "failure" JSON,
    "deliver_before" TIMESTAMPTZ(3),
    "claim_token" BIGINT NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cash_deposit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "registry_call" (
    "id" UUID NOT NULL,
    "cash_register_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "cash_amount" TEXT,
    "status" "registry_call_status" NOT NULL DEFAULT 'pending',
    "result" JSON,
    "failure" JSON,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_token" BIGINT NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registry_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "submission" (
    "id" UUID NOT NULL,
    "kind" "submission_kind" NOT NULL,
    "invoice_id" UUID,
    "cash_deposit_id" UUID,
    "registry_call_id" UUID,
    "cash_register_id" UUID NOT NULL,
    "certificate_id" UUID NOT NULL,
    "request_uuid" UUID NOT NULL,
    "send_date_time" TEXT NOT NULL,
    "subsequent_delivery" TEXT,
    "request" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),
    "outcome" "submission_outcome",
    "http_status" INTEGER,
    "response" TEXT,
    "efi_code" INTEGER,
    "detail" TEXT,
    "was_sent" BOOLEAN,

    CONSTRAINT "submission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "document" (
    "id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "fic" TEXT,
    "sha256" TEXT NOT NULL,
    "pdf" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" BIGSERIAL NOT NULL,
    "job" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '00:00:05'::interval),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "company_id" UUID,
    "action" TEXT NOT NULL,
    "entity_id" UUID,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
-- Counters need not survive a crash.
CREATE UNLOGGED TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "cash_register_company_id_environment_business_unit_code_int_key" ON "cash_register"("company_id", "environment", "business_unit_code", "internal_id");

-- CreateIndex
CREATE INDEX "certificate_company_id_environment_idx" ON "certificate"("company_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_company_id_environment_idx" ON "api_key"("company_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key" ON "app_user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_iic_key" ON "invoice"("iic");

-- CreateIndex
CREATE INDEX "invoice_company_id_environment_created_at_id_idx" ON "invoice"("company_id", "environment", "created_at", "id");

-- CreateIndex
CREATE INDEX "invoice_original_id_idx" ON "invoice"("original_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_ordinal_key" ON "invoice"("cash_register_id", "tcr_code", "year", "ordinal");

-- CreateIndex
CREATE INDEX "number_ledger_cash_register_id_tcr_code_year_ordinal_idx" ON "number_ledger"("cash_register_id", "tcr_code", "year", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "cash_deposit_cash_register_id_tcr_code_local_date_key" ON "cash_deposit"("cash_register_id", "tcr_code", "local_date");

-- CreateIndex
CREATE INDEX "registry_call_cash_register_id_created_at_idx" ON "registry_call"("cash_register_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "submission_request_uuid_key" ON "submission"("request_uuid");

-- CreateIndex
CREATE INDEX "submission_invoice_id_created_at_idx" ON "submission"("invoice_id", "created_at");

-- CreateIndex
CREATE INDEX "submission_cash_deposit_id_created_at_idx" ON "submission"("cash_deposit_id", "created_at");

-- CreateIndex
CREATE INDEX "document_invoice_id_created_at_idx" ON "document"("invoice_id", "created_at");

-- CreateIndex
CREATE INDEX "outbox_not_before_idx" ON "outbox"("not_before");

-- CreateIndex
CREATE INDEX "outbox_entity_id_idx" ON "outbox"("entity_id");

-- CreateIndex
CREATE INDEX "audit_log_company_id_at_idx" ON "audit_log"("company_id", "at");

-- CreateIndex
CREATE INDEX "audit_log_entity_id_at_idx" ON "audit_log"("entity_id", "at");

-- AddForeignKey
ALTER TABLE "cash_register" ADD CONSTRAINT "cash_register_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_cash_register_id_fkey" FOREIGN KEY ("cash_register_id") REFERENCES "cash_register"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "company"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_cash_register_id_fkey" FOREIGN KEY ("cash_register_id") REFERENCES "cash_register"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_original_id_fkey" FOREIGN KEY ("original_id") REFERENCES "invoice"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cash_deposit" ADD CONSTRAINT "cash_deposit_cash_register_id_fkey" FOREIGN KEY ("cash_register_id") REFERENCES "cash_register"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "registry_call" ADD CONSTRAINT "registry_call_cash_register_id_fkey" FOREIGN KEY ("cash_register_id") REFERENCES "cash_register"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoice"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_cash_deposit_id_fkey" FOREIGN KEY ("cash_deposit_id") REFERENCES "cash_deposit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_registry_call_id_fkey" FOREIGN KEY ("registry_call_id") REFERENCES "registry_call"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "document" ADD CONSTRAINT "document_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoice"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say --------------------------------------------------------------

-- One default cash register and one active certificate per company and environment.
CREATE UNIQUE INDEX "cash_register_one_default" ON "cash_register" ("company_id", "environment") WHERE "is_default";
CREATE UNIQUE INDEX "certificate_one_active" ON "certificate" ("company_id", "environment") WHERE "is_active";

-- The sweep looks for work that nobody does; both indexes hold only open work.
CREATE INDEX "invoice_open" ON "invoice" ("next_attempt_at") WHERE "status" IN ('Pending', 'Offline');
CREATE INDEX "cash_deposit_open" ON "cash_deposit" ("next_attempt_at") WHERE "status" IN ('pending', 'offline');

-- A client that lost an answer finds its invoice by its note or its number. Notes may be long, so
-- they are hashed.
CREATE INDEX "invoice_note" ON "invoice" USING hash ("note") WHERE "note" IS NOT NULL;
CREATE INDEX "invoice_number_in_list" ON "invoice" ("company_id", "environment", (COALESCE("ordinal", "order_number")));

-- An invoice that left Draft has been computed by the same rules it is signed by.
ALTER TABLE "invoice"
  ADD CONSTRAINT "invoice_fiscalized_has_codes" CHECK (
    "status" <> 'Fiscalized'
    OR ("iic" IS NOT NULL AND "fic" IS NOT NULL AND "invoice_number" IS NOT NULL AND "issued_at" IS NOT NULL)
  ),
  ADD CONSTRAINT "invoice_offline_has_iic" CHECK (
    "status" <> 'Offline' OR ("iic" IS NOT NULL AND "offline_since" IS NOT NULL AND "deliver_before" IS NOT NULL)
  ),
  ADD CONSTRAINT "invoice_failed_has_reason" CHECK ("status" <> 'Failed' OR "failure" IS NOT NULL),
  ADD CONSTRAINT "invoice_iic_form" CHECK ("iic" ~ '^[0-9A-F]{32}$'),
  ADD CONSTRAINT "invoice_ordinal_positive" CHECK ("ordinal" > 0);

-- A fiscalized invoice is never edited or deleted, whatever program connects (Spec, What the
-- service does); only a draft may ever be deleted.
CREATE FUNCTION "protect_fiscalized_invoice"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD."status" <> 'Draft' THEN
    RAISE EXCEPTION 'invoice % is % and can not be deleted', OLD."id", OLD."status";
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."status" = 'Fiscalized' THEN
    RAISE EXCEPTION 'invoice % is fiscalized and can not be changed', OLD."id";
  END IF;
  IF TG_OP = 'UPDATE' AND OLD."offline_since" IS NOT NULL AND (
       NEW."iic" IS DISTINCT FROM OLD."iic"
    OR NEW."iic_signature" IS DISTINCT FROM OLD."iic_signature"
    OR NEW."ordinal" IS DISTINCT FROM OLD."ordinal"
    OR NEW."year" IS DISTINCT FROM OLD."year"
    OR NEW."invoice_number" IS DISTINCT FROM OLD."invoice_number"
    OR NEW."issue_date_time" IS DISTINCT FROM OLD."issue_date_time"
    OR NEW."offline_since" IS DISTINCT FROM OLD."offline_since"
  ) THEN
    RAISE EXCEPTION 'invoice % was handed out offline and keeps its number, time and IIC', OLD."id";
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER "invoice_protect" BEFORE UPDATE OR DELETE ON "invoice"
  FOR EACH ROW EXECUTE FUNCTION "protect_fiscalized_invoice"();

-- A submission keeps its bytes for ever, and its answer is written once.
CREATE FUNCTION "protect_submission"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'submission % can not be deleted', OLD."id";
  END IF;
  IF OLD."outcome" IS NOT NULL OR NEW."request" IS DISTINCT FROM OLD."request"
     OR NEW."request_uuid" IS DISTINCT FROM OLD."request_uuid" THEN
    RAISE EXCEPTION 'submission % is append-only', OLD."id";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "submission_protect" BEFORE UPDATE OR DELETE ON "submission"
  FOR EACH ROW EXECUTE FUNCTION "protect_submission"();

-- Append-only tables.
CREATE FUNCTION "protect_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "audit_log_protect" BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION "protect_append_only"();
CREATE TRIGGER "number_ledger_protect" BEFORE UPDATE OR DELETE ON "number_ledger"
  FOR EACH ROW EXECUTE FUNCTION "protect_append_only"();
CREATE TRIGGER "document_protect" BEFORE UPDATE OR DELETE ON "document"
  FOR EACH ROW EXECUTE FUNCTION "protect_append_only"();

-- Waiting calls and long polls are woken by the change itself: payload `<invoice id>`.
CREATE FUNCTION "notify_invoice_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('invoice_changed', NEW."id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "invoice_changed" AFTER UPDATE OF "status" ON "invoice"
  FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "notify_invoice_changed"();

CREATE FUNCTION "notify_document_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('document_added', NEW."invoice_id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "document_added" AFTER INSERT ON "document"
  FOR EACH ROW EXECUTE FUNCTION "notify_document_added"();

CREATE FUNCTION "notify_registry_call_settled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('registry_call_settled', NEW."id"::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "registry_call_settled" AFTER UPDATE OF "status" ON "registry_call"
  FOR EACH ROW WHEN (NEW."status" <> 'pending')
  EXECUTE FUNCTION "notify_registry_call_settled"();
