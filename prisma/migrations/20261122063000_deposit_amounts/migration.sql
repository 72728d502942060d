-- The amount that the authority has apart from the one that is asked for: a change that it refuses,
-- with 56 or otherwise, leaves the old one, and while a message is open nobody knows which it is.
ALTER TABLE "cash_deposit" ADD COLUMN "requested_amount" TEXT NOT NULL DEFAULT '0.00',
ALTER COLUMN "cash_amount" DROP NOT NULL;

UPDATE "cash_deposit" SET "requested_amount" = "cash_amount";

-- So far a refused change overwrote the amount: only where nothing was refused it is known.
UPDATE "cash_deposit" d SET "cash_amount" = NULL
WHERE d."status" <> 'registered'
   OR EXISTS (SELECT FROM "submission" s WHERE s."cash_deposit_id" = d."id" AND s."outcome" = 'refused');
