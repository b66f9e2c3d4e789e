-- Auto pay of a product that stopped after a failed charge, until a new authorization.
create table myaccount_core.auto_pay_suspension (
  id uuid primary key,
  client text not null,
  account_number text not null,
  policy_number text not null,
  -- The saved method that must not be charged; '' when no method may be charged.
  method_record_id text not null,
  -- The failed charge, which suspends once; null when the method was deleted before a charge.
  payment_id uuid unique references myaccount_core.payment,
  -- Of the gateway port, or methodGone.
  reason text not null,
  suspended_at timestamptz not null,
  ended_at timestamptz,
  -- The authorization that ended it.
  authorization_id uuid references myaccount_core."authorization"
);
create unique index auto_pay_suspended
  on myaccount_core.auto_pay_suspension (client, policy_number, method_record_id)
  where ended_at is null;
create index auto_pay_suspension_of_account
  on myaccount_core.auto_pay_suspension (client, account_number);
