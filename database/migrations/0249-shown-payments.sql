-- When a read of the account system showed the posting of a payment first. Until then, the payment counts for its bills.
-- Null also in payments that were posted before this column.
-- contract: the index myaccount_core.payment_open unused since 1.0.0
-- wider: earlier servers make no second payment of a product while one waits for its posting, because they look for it first
alter table myaccount_core.payment add column shown_at timestamptz;
-- brief: it takes about a second per million rows of this index, which only has undecided payments
create unique index payment_undecided on myaccount_core.payment (client, policy_number)
  where not is_late and status in ('submitted', 'unknown');
drop index myaccount_core.payment_open;
