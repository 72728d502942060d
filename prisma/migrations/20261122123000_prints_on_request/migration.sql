-- A PDF is made at its first request, or with its outcome where the company chooses that.
ALTER TABLE "company" ADD COLUMN "prints_at_once" BOOLEAN NOT NULL DEFAULT false;

-- A missing print is a version of the document that is not there, so there is one row a version. What
-- waits at this moment would be printed as its invoice is now.
ALTER TABLE "print_request" ADD COLUMN "fic" TEXT,
ADD COLUMN "is_requested" BOOLEAN NOT NULL DEFAULT false;

DELETE FROM "print_request" p USING "print_request" first
  WHERE first."invoice_id" = p."invoice_id" AND first."id" < p."id";
UPDATE "print_request" p SET "fic" = i."fic" FROM "invoice" i WHERE i."id" = p."invoice_id";

-- DropIndex
DROP INDEX "print_request_invoice_id_idx";

-- DropIndex
DROP INDEX "print_request_turn_at_idx";

-- CreateIndex
CREATE INDEX "print_request_is_requested_turn_at_idx" ON "print_request"("is_requested" DESC, "turn_at");

-- What Prisma's schema cannot say.
CREATE UNIQUE INDEX "print_request_one_of_a_version" ON "print_request"("invoice_id", (coalesce("fic", '')));
