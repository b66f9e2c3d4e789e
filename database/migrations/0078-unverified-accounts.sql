-- The page of the gateway where the customer confirms the two small deposits to a bank account. Until
-- then the account cannot be charged. Empty for cards and verified accounts.
alter table myaccount_core.payment_method add column verify_at text not null default '';
