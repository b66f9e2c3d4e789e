-- Credits and write-offs that staff ask for. They lower what a product owes without a payment.
create table myaccount_core.correction (
  id uuid primary key,
  client text not null,
  account_number text not null,
  policy_number text not null,
  product_desc text not null,
  kind text not null check (kind in ('credit', 'writeOff')),
  -- The bill of a write-off. A credit settles the oldest open bill first.
  bill_number integer,
  bill_due_date date,
  -- Cents.
  amount bigint not null check (amount > 0),
  -- Cents that the account system posted; less than asked if a payment came first.
  posted_amount bigint check (posted_amount between 0 and amount),
  reason text not null,
  -- waiting: for dual approval. approved: to be posted. void: nothing was left to lower.
  status text not null check (status in ('waiting', 'refused', 'approved', 'posted', 'void')),
  -- One for each intention of staff.
  idempotency_key text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  -- Of a request that waits for dual approval.
  expires_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  posted_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  check (decided_by <> requested_by),
  check ((kind = 'writeOff') = (bill_number is not null and bill_due_date is not null)),
  check ((status in ('posted', 'void')) = (posted_at is not null and posted_amount is not null)),
  unique (client, idempotency_key)
);
create index correction_of_account
  on myaccount_core.correction (client, account_number, requested_at);
create index correction_next_try on myaccount_core.correction (next_try_at)
  where next_try_at is not null;

-- The cause of a credit or write-off in words, with the staff member.
create table policy_admin.lot_note (
  client text not null,
  policy_number text not null,
  lot text not null,
  note text not null,
  primary key (client, policy_number, lot)
);
