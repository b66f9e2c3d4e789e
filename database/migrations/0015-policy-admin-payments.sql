-- The embedded account system's own ledger: a payment is booked once and taken back once.
create table policy_admin.payment (
  client text not null,
  payment_id uuid not null,
  account_number text not null,
  -- Not bound to the policy: money that was taken stays on record when the policy goes.
  policy_number text not null,
  amount numeric(12, 2) not null check (amount > 0),
  paid_on date not null,
  -- Since when the amount had been due, for when it is taken back.
  due_date date,
  returned_on date,
  primary key (client, payment_id)
);
create index payment_of_policy on policy_admin.payment (client, policy_number);

-- The day of the month on which the product is due; after a short month the due date goes back to
-- it. Null until the due date first moves: then it is the due date's own.
alter table policy_admin.billing add column billing_day smallint;
