-- Every attempt to take money, written before the gateway is asked for it.
create table myaccount_core.payment (
  -- Also the key at the gateway and at the account system: whoever asks them twice is answered
  -- by the first time.
  id uuid primary key,
  client text not null,
  account_number text not null,
  policy_number text not null,
  -- Counts the payments of the policy. A payment takes the number after the last one that stood
  -- before the balance was read, so that no two are ever made out of the same balance.
  number integer not null,
  -- Chosen by whoever asks, one for each intention to pay.
  idempotency_key text not null,
  origin text not null check (origin in ('payNow', 'autoPay')),
  amount numeric(12, 2) not null check (amount > 0),
  due_date date,
  product_desc text not null,
  gateway text not null,
  method_reference text not null,
  method_record_id text not null,
  method_kind text not null check (method_kind in ('card', 'bank')),
  method_label text not null,
  method_last_four text not null,
  -- Where the person was; mails lead back there.
  site_address text not null,
  status text not null check (status in
    ('submitted', 'unknown', 'accepted', 'pending', 'settled', 'returned', 'declined')),
  -- Why it was declined or returned.
  reason text not null default '',
  confirmation_number text unique,
  submitted_at timestamptz not null,
  -- When it was accepted or declined.
  decided_at timestamptz,
  -- When the account system had booked it, and had taken it back.
  applied_at timestamptz,
  reversed_at timestamptz,
  -- Names the claim of whoever works on it.
  tries integer not null default 1,
  -- When somebody may work on it; null when there is nothing left to do.
  next_try_at timestamptz,
  unique (client, account_number, idempotency_key),
  unique (client, policy_number, number),
  check ((confirmation_number is not null) =
    (status in ('accepted', 'pending', 'settled', 'returned')))
);

-- One payment of a policy, and so of a due period, at a time: it is open until it was declined or
-- the account system has booked it.
create unique index payment_open on myaccount_core.payment (client, policy_number)
  where status in ('submitted', 'unknown')
    or (status <> 'declined' and applied_at is null);
create index payment_due on myaccount_core.payment (next_try_at) where next_try_at is not null;
create index payment_of_account on myaccount_core.payment (client, account_number, submitted_at);

-- What became of it, and when.
create table myaccount_core.payment_event (
  payment_id uuid not null references myaccount_core.payment,
  number integer not null,
  status text not null,
  reason text not null,
  at timestamptz not null,
  primary key (payment_id, number)
);
