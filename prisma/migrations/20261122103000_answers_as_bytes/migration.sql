-- What comes from the authority's address may be any bytes, and text takes no NUL: a reply with one
-- could not be written down, and its sale stayed Pending for ever. Answers written before keep their
-- text in "response", which nobody writes any more; a worker of the release before still may.
ALTER TABLE "submission" ADD COLUMN "response_bytes" BYTEA;
