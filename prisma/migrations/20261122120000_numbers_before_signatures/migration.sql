-- Numbers are given in one statement, before anything is signed. The row remembers what that statement
-- gave last (a statement returns nothing that it has only computed), the last issue time, below which
-- no later one goes, and a floor: no freed number sets the row back below it.
ALTER TABLE "number_sequence"
  ADD COLUMN "given_ordinal" BIGINT,
  ADD COLUMN "floor_ordinal" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "last_issued_at" TIMESTAMPTZ(0);

-- Only numbers that clients chose far ahead and that were refused may be given back from the top.
UPDATE "number_sequence" s SET "floor_ordinal" = used."highest", "last_issued_at" = used."last"
FROM (
  SELECT "cash_register_id", "tcr_code", "year", max("ordinal") AS "highest", max("issued_at") AS "last"
  FROM "invoice" WHERE "ordinal" IS NOT NULL GROUP BY 1, 2, 3
) used
WHERE (s."cash_register_id", s."tcr_code", s."year")
    = (used."cash_register_id", used."tcr_code", used."year");
