-- Screens and charges ask which payments of a product the account system took back: a few of many.
drop index concurrently if exists myaccount_core.payment_revoked;
create index concurrently payment_revoked
  on myaccount_core.payment (client, policy_number) where revoked_at is not null;
