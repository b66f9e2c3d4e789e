-- The gateway stored a failure for the key of a payment, so that repeating the charge cannot succeed.
alter table myaccount_core.payment add column key_spent_at timestamptz;
