-- An invoice that was handed out offline keeps its paper also when it is refused later. Where it was
-- refused before it was printed, its print was forgotten: it is asked for again.
INSERT INTO "print_request" ("invoice_id", "turn_at")
SELECT i."id", i."turn_at" FROM "invoice" i
WHERE i."offline_since" IS NOT NULL AND i."status" IN ('Failed', 'Pending')
  AND NOT EXISTS (SELECT FROM "document" d WHERE d."invoice_id" = i."id")
  AND NOT EXISTS (SELECT FROM "print_request" p WHERE p."invoice_id" = i."id");
