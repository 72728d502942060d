-- A missing print is work like all other: one row a document and kind, with a lease and a token, which
-- goes away with the print. It takes the place of print_request.

-- Swapped, because a value that is added to a type can not be used before it is committed.
ALTER TYPE "work_kind" RENAME TO "work_kind_before";
CREATE TYPE "work_kind" AS ENUM ('fiscalize', 'deliver', 'call', 'print', 'print_at_once');
ALTER TABLE "work" ALTER COLUMN "kind" TYPE "work_kind" USING "kind"::text::"work_kind";
DROP TYPE "work_kind_before";

-- A print shows its invoice as it is when the print is taken, so that two versions that were missing of
-- one invoice are one. Where one of them has not failed yet, nothing waits for the other's next attempt.
INSERT INTO "work"
    ("subject_id", "kind", "company_id", "environment", "scheduled_at", "attempts", "created_at")
  SELECT DISTINCT ON (p."invoice_id", p."is_requested")
         p."invoice_id", (CASE WHEN p."is_requested" THEN 'print' ELSE 'print_at_once' END)::"work_kind",
         i."company_id", i."environment",
         CASE WHEN p."attempts" = 0 THEN p."turn_at" ELSE p."due_at" END, p."attempts", p."created_at"
  FROM "print_request" p JOIN "invoice" i ON i."id" = p."invoice_id"
  ORDER BY p."invoice_id", p."is_requested", p."attempts", p."due_at";
DROP TABLE "print_request";
