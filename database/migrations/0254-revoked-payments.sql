-- When the account system took a payment of ours back on its own, by its event or by the return in its postings. Null: it did
-- not. The gateway knows nothing of it, so the money is still with us.
alter table myaccount_core.payment add column revoked_at timestamptz;
