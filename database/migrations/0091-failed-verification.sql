-- Whether the gateway reported that the two deposits to a bank account were not confirmed, or not in
-- time. The account cannot be verified or charged any more.
alter table myaccount_core.payment_method
  add column verification_failed boolean not null default false;
