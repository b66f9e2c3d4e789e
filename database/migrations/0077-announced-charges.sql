-- What customers were told before auto pay charges them. Auto pay charges nothing else and no more.
-- Amounts are integer cents.
create table myaccount_core.announced_charge (
  id uuid primary key,
  client text not null,
  account_number text not null,
  policy_number text not null,
  -- How it was announced. notice: by email. unchanged: not at all, because a card is charged the same
  -- amount as last time. agreement: by the authorization and its confirmation. retry: by the email
  -- about a failed charge.
  kind text not null check (kind in ('notice', 'unchanged', 'agreement', 'retry')),
  -- The day of the charge. It may be later, and never earlier.
  charge_on date not null,
  -- The charge is for the bills that are due by this day.
  bills_due_by date not null,
  -- Those of them that were issued when the charge was announced.
  bill_numbers integer[] not null,
  amount bigint not null check (amount > 0),
  -- The parts of the amount; null when they were not announced.
  premium bigint,
  fee bigint,
  adjustment bigint,
  credit bigint,
  method_record_id text not null,
  announced_on date not null,
  announced_at timestamptz not null,
  authorization_id uuid references myaccount_core."authorization",
  -- The charge that was made.
  payment_id uuid unique references myaccount_core.payment,
  -- When it was over without a charge: replaced by another announcement, paid, or auto pay ended.
  closed_at timestamptz,
  check ((authorization_id is not null) = (kind = 'agreement'))
);
-- A bill is announced once.
create unique index announced_charge_once
  on myaccount_core.announced_charge (client, policy_number, bills_due_by)
  where kind in ('notice', 'unchanged');
create index announced_charge_of_product
  on myaccount_core.announced_charge (client, policy_number, bills_due_by);
create index announced_charge_open on myaccount_core.announced_charge (client, charge_on)
  where closed_at is null and payment_id is null;
