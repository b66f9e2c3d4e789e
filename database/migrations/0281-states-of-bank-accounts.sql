-- The state of a bank account at the gateway: why the gateway does not charge it (a reason of the port; '' if it does), and whether
-- the customer's authorization has ended. `deposits`: what verifies the account, 'amounts' of two deposits or the 'code' of one; ''
-- if unknown. `remind_at`: when to remind the customer to verify it; null if they were reminded, or need not be.
alter table myaccount_core.payment_method
  add column blocked_reason text not null default '',
  add column authorization_gone boolean not null default false,
  add column deposits text not null default '',
  add column remind_at timestamptz;

-- A new authorization of a saved account is requested like a change.
alter table myaccount_core.payment_method_request drop constraint payment_method_request_kind_check;
alter table myaccount_core.payment_method_request add constraint payment_method_request_kind_check check
  (kind in ('add', 'change', 'delete', 'renew')) not valid;
