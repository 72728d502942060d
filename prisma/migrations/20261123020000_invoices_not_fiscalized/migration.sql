-- The list of a status that few invoices have. "invoice_in_list" knows the status, but to find the last of
-- a few drafts among a million fiscalized invoices it is read to its end. What is fiscalized, as nearly
-- all are, has no entry here.
CREATE INDEX "invoice_not_fiscalized" ON "invoice" ("company_id", "environment", "status", "created_at", "id")
  WHERE "status" <> 'Fiscalized';
