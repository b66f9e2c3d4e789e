-- The bills that a payment pays, with the cents of each: as planned when it is recorded, then as the
-- account system shows it. Null for payments of earlier versions.
alter table myaccount_core.payment add column pays jsonb;
