-- The IIC of the cancelled document whose place a document takes (extensions §6). Here and not in
-- invoice_content alone, because a request to fiscalize compares it.
alter table invoice add column replaces text;
