-- What an invoice is, is fixed when it is accepted: how its prices are meant and who sells. Rows from
-- before have neither where they are final; their corrective takes the company's setting of its day.
ALTER TABLE "invoice"
  ADD COLUMN "prices_include_vat" BOOLEAN,
  ADD COLUMN "seller" JSON;

UPDATE "invoice" i SET
  "prices_include_vat" = c."prices_include_vat",
  "seller" = json_build_object(
    'tin', c."tin", 'name', c."name", 'address', c."address", 'town', c."town",
    'country', c."country", 'isInVat', c."is_in_vat", 'vatNumber', c."vat_number",
    'bankAccount', c."bank_account")
FROM "company" c
WHERE c."id" = i."company_id" AND i."status" <> 'Fiscalized';
