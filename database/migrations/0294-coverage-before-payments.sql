-- The coverage that the account system stated when the payment was submitted. It counts until the bank has made a bank debit.
alter table myaccount_core.payment
  add column covered_until date,
  add column grace_until date;
