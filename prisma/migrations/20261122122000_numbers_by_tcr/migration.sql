-- What is printed (ordinal, year, TCR code) is what is unique: the row of numbers belongs to the TCR code
-- and no longer to the cash register that has it, and a TCR code to one cash register of an environment.

-- Stored data that breaks this stops the migration before it changes anything. What was registered twice
-- under one number is on paper and at the authority: no statement can put that right.
DO $$
DECLARE
  codes TEXT;
  numbers TEXT;
BEGIN
  -- Nobody gives a number or a code between the look and the new indexes.
  LOCK TABLE "cash_register", "invoice", "number_sequence", "number_ledger" IN SHARE ROW EXCLUSIVE MODE;

  SELECT string_agg("line", E'\n' ORDER BY "place") FILTER (WHERE "place" <= 20)
         || CASE WHEN count(*) > 20 THEN format(E'\n- and %s more', count(*) - 20) ELSE '' END
  INTO codes
  FROM (
    SELECT row_number() OVER (ORDER BY r."environment", r."tcr_code") AS "place",
           format('- %s %s: %s', r."environment", r."tcr_code", string_agg(
             format('"%s" of %s (TIN %s; cash register %s)', r."name", c."name", c."tin", r."id"),
             ', ' ORDER BY r."created_at", r."id")) AS "line"
    FROM "cash_register" r JOIN "company" c ON c."id" = r."company_id"
    WHERE r."tcr_code" IS NOT NULL
    GROUP BY r."environment", r."tcr_code" HAVING count(*) > 1
  ) doubled;

  SELECT string_agg("line", E'\n' ORDER BY "place") FILTER (WHERE "place" <= 20)
         || CASE WHEN count(*) > 20 THEN format(E'\n- and %s more', count(*) - 20) ELSE '' END
  INTO numbers
  FROM (
    SELECT row_number() OVER (ORDER BY "environment", "number") AS "place",
           format('- %s %s: %s', "environment", "number", "invoices") AS "line"
    FROM (
      SELECT i."environment",
             coalesce(min(i."invoice_number"), format('%s/%s/%s', i."ordinal", i."year", i."tcr_code")) AS "number",
             string_agg(format('invoice %s (%s, TIN %s)', i."id", i."status", c."tin"), ', ' ORDER BY i."id") AS "invoices"
      FROM "invoice" i JOIN "company" c ON c."id" = i."company_id"
      WHERE i."ordinal" IS NOT NULL
      GROUP BY i."environment", i."tcr_code", i."year", i."ordinal" HAVING count(*) > 1
      UNION
      SELECT i."environment", i."invoice_number",
             string_agg(format('invoice %s (%s, TIN %s)', i."id", i."status", c."tin"), ', ' ORDER BY i."id")
      FROM "invoice" i JOIN "company" c ON c."id" = i."company_id"
      WHERE i."invoice_number" IS NOT NULL
      GROUP BY i."environment", i."invoice_number" HAVING count(*) > 1
    ) shared
  ) doubled;

  IF codes IS NOT NULL OR numbers IS NOT NULL THEN
    RAISE EXCEPTION '%', concat_ws(E'\n',
      'What is stored is not unique by TCR code and number, and this version needs it to be. Nothing was '
      'changed: go on with the version before until it is (operator''s guide, "A TCR code or a number that '
      'is there twice"), then migrate again.',
      'TCR codes on several cash registers of an environment: clear each one in the panel where it does '
      'not belong.' || E'\n' || codes,
      'Numbers on several invoices of an environment: fiscalize again what is Failed, so that it is '
      'registered or gives its number back. Of what is registered nothing can be changed: turn to the '
      'maintainers of the service.' || E'\n' || numbers);
  END IF;
END $$;

DROP INDEX "invoice_ordinal_key";
CREATE UNIQUE INDEX "invoice_ordinal_key" ON "invoice"("environment", "tcr_code", "year", "ordinal");
CREATE UNIQUE INDEX "invoice_number_key" ON "invoice"("environment", "invoice_number");
CREATE UNIQUE INDEX "cash_register_tcr_code_key" ON "cash_register"("environment", "tcr_code");

-- One row of numbers an environment, TCR code and year: where several cash registers had the code, their
-- rows become one, which goes on after the highest of them. A number that one has freed and another has
-- given is not free.
ALTER TABLE "number_sequence"
  DROP CONSTRAINT "number_sequence_pkey",
  ALTER COLUMN "cash_register_id" DROP NOT NULL,
  ADD COLUMN "environment" "environment",
  ADD COLUMN "cash_register_ids" UUID[] DEFAULT ARRAY[]::UUID[];

WITH gone AS (
  DELETE FROM "number_sequence" RETURNING *
), old AS (
  SELECT r."environment", s."tcr_code", s."year", r."id" AS "cash_register_id", s."last_ordinal",
         s."floor_ordinal", s."last_issued_at", s."free_ordinals"
  FROM gone s JOIN "cash_register" r ON r."id" = s."cash_register_id"
)
INSERT INTO "number_sequence"
  ("environment", "tcr_code", "year", "cash_register_ids", "last_ordinal", "floor_ordinal", "last_issued_at", "free_ordinals")
SELECT "environment", "tcr_code", "year",
       array_agg("cash_register_id" ORDER BY "last_issued_at" NULLS FIRST, "cash_register_id"),
       max("last_ordinal"), max("floor_ordinal"), max("last_issued_at"),
       ARRAY(
         SELECT DISTINCT f FROM old one, unnest(one."free_ordinals") f
         WHERE (one."environment", one."tcr_code", one."year") = (old."environment", old."tcr_code", old."year")
           AND NOT EXISTS (
             SELECT 1 FROM "invoice" i
             WHERE (i."environment", i."tcr_code", i."year", i."ordinal")
                 = (old."environment", old."tcr_code", old."year", f)
           )
         ORDER BY f
       )
FROM old GROUP BY "environment", "tcr_code", "year";

ALTER TABLE "number_sequence"
  DROP COLUMN "cash_register_id",
  ALTER COLUMN "environment" SET NOT NULL,
  ADD CONSTRAINT "number_sequence_pkey" PRIMARY KEY ("environment", "tcr_code", "year");

-- The ledger keeps every row, and the cash register of each.
ALTER TABLE "number_ledger" ADD COLUMN "environment" "environment";
ALTER TABLE "number_ledger" DISABLE TRIGGER "number_ledger_protect";
UPDATE "number_ledger" l SET "environment" = r."environment"
FROM "cash_register" r WHERE r."id" = l."cash_register_id";
ALTER TABLE "number_ledger" ENABLE TRIGGER "number_ledger_protect";
ALTER TABLE "number_ledger" ALTER COLUMN "environment" SET NOT NULL;
DROP INDEX "number_ledger_cash_register_id_tcr_code_year_ordinal_idx";
CREATE INDEX "number_ledger_environment_tcr_code_year_ordinal_idx" ON "number_ledger"("environment", "tcr_code", "year", "ordinal");
