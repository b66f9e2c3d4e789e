-- The postal address of the company, on one line, for its receipts. Optional.
alter table appcontent.client add column postal_address text;
