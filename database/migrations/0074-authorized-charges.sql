-- A charge names the authorization that it rests on, and the bills that it is for. Null: auto pay
-- was not authorized here, or the payment is older than this column.
alter table myaccount_core.payment
  add column authorization_id uuid references myaccount_core."authorization",
  add column bill_numbers integer[];
create index payment_of_authorization on myaccount_core.payment (authorization_id)
  where authorization_id is not null;

-- Auto pay can be ended while another change of the product is under way: the end waits behind it.
drop index myaccount_core.one_open_change;
create unique index one_open_change on myaccount_core.auto_pay_change
  (client, policy_number, ((wanted ->> 'paymentMethodRecordId') is null)) where state = 'asked';

-- A single debit of auto pay that a person skipped. Like a change, it is `asked` until the account
-- system has answered.
create table myaccount_core.auto_pay_skip (
  id uuid primary key,
  client text not null,
  account_number text not null,
  policy_number text not null,
  product_desc text not null,
  -- The day of the debit, the due dates of its bills, and its amount when it was skipped.
  charge_on date not null,
  due_dates date[] not null,
  amount numeric(12, 2) not null,
  method_label text not null,
  site_address text not null,
  actor_kind text not null check (actor_kind in ('customer', 'staff')),
  actor_userid text not null,
  subject_userid text not null,
  ip text not null,
  state text not null default 'asked' check (state in ('asked', 'made')),
  asked_at timestamptz not null,
  unique (client, policy_number, charge_on)
);
create index auto_pay_skip_of_account
  on myaccount_core.auto_pay_skip (client, account_number, asked_at desc);
