-- The state of a bank account at the gateway: why the gateway does not charge it (a reason of the port; '' if it does), and whether
-- the customer's authorization has ended. `deposits`: what verifies the account, 'amounts' of two deposits or the 'code' of one; ''
-- if unknown. `remind_at`: when to remind the customer to verify it; null if they were reminded, or need not be.
alter table myaccount_core.payment_method
  add column blocked_reason text not null default '',
  add column authorization_gone boolean not null default false,
  add column deposits text not null default '',
  add column remind_at timestamptz;

-- An hourly job asks for the few accounts with a reminder.
-- brief: it takes less than a second per million rows, none of which it contains, and few calls write this table
create index payment_method_to_remind
  on myaccount_core.payment_method (remind_at) where remind_at is not null;
