-- Whose print it is, so that one company's prints cannot take every place of the printer. Null where a
-- worker of the version before wrote the row: such a print belongs to nobody's share.
ALTER TABLE "print_request" ADD COLUMN "company_id" UUID;

UPDATE "print_request" p SET "company_id" = i."company_id" FROM "invoice" i WHERE i."id" = p."invoice_id";
