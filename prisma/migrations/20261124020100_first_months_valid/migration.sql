-- Reads every row once, and keeps nobody out.
alter table invoice_content validate constraint invoice_content_first_months;
alter table document validate constraint document_first_months;
alter table submission validate constraint submission_first_months;
