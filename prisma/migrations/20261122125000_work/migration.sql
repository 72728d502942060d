-- Waiting work of every kind is one row of one narrow table, and goes away when it is done. It takes
-- the place of the outbox and of the columns by which invoices and calls were taken in hand.

CREATE TYPE "work_kind" AS ENUM ('fiscalize', 'deliver', 'call');

CREATE TABLE "work" (
    "subject_id" UUID NOT NULL,
    "kind" "work_kind" NOT NULL,
    "company_id" UUID NOT NULL,
    "environment" "environment" NOT NULL,
    "scheduled_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "token" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "work_pkey" PRIMARY KEY ("subject_id", "kind")
);
CREATE INDEX "work_kind_scheduled_at_idx" ON "work"("kind", "scheduled_at");

-- Half of each page stays free, so that a claim changes its row in place and no index; and what is done
-- is swept out after a thousand rows, however large the table once was.
ALTER TABLE "work" SET (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000,
  autovacuum_vacuum_cost_delay = 0
);

INSERT INTO "work" ("subject_id", "kind", "company_id", "environment", "scheduled_at", "created_at")
  SELECT "id", 'fiscalize', "company_id", "environment", "turn_at", "updated_at"
  FROM "invoice" WHERE "status" = 'Pending';
INSERT INTO "work" ("subject_id", "kind", "company_id", "environment", "scheduled_at", "created_at")
  SELECT "id", 'deliver', "company_id", "environment", coalesce("next_attempt_at", 'infinity'),
         "issued_at"
  FROM "invoice" WHERE "status" = 'Offline';
INSERT INTO "work" ("subject_id", "kind", "company_id", "environment", "scheduled_at", "created_at")
  SELECT c."id", 'call', coalesce(c."company_id", r."company_id"),
         coalesce(c."environment", r."environment"), c."created_at", c."created_at"
  FROM "registry_call" c LEFT JOIN "cash_register" r ON r."id" = c."cash_register_id"
  WHERE c."status" = 'pending';

-- Tells a write that is repeated, because its answer got lost, from one whose claim was lost.
ALTER TABLE "invoice" ADD COLUMN "recorded_with" UUID;
ALTER TABLE "invoice"
  DROP COLUMN "claim_token", DROP COLUMN "leased_until", DROP COLUMN "next_attempt_at",
  DROP COLUMN "turn_at";
ALTER TABLE "registry_call" DROP COLUMN "claim_token", DROP COLUMN "leased_until";
DROP TABLE "outbox";
