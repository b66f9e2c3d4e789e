-- The gateway's own books as the daily sweep reads them, and what differs from ours. Amounts are
-- integer cents.

create table myaccount_core.gateway_movement (
  gateway text not null,
  reference text not null,
  kind text not null check (kind in
    ('charge', 'refund', 'return', 'dispute', 'fee', 'payout', 'other')),
  -- The gateway's reference of the charge; '' if the movement is about none.
  charge text not null,
  -- Without the fee; negative when the money leaves the account.
  amount bigint not null,
  fee bigint not null,
  at timestamptz not null,
  -- '' until the gateway says which payout it is part of.
  payout text not null,
  -- The payment that it is about, and the client of the payment; null if it is no payment of ours.
  payment_id uuid references myaccount_core.payment,
  client text,
  primary key (gateway, reference),
  check ((payment_id is null) = (client is null))
);
create index gateway_movement_of_payment on myaccount_core.gateway_movement (payment_id);
create index gateway_movement_of_client on myaccount_core.gateway_movement (client, at);
create index gateway_movement_of_payout on myaccount_core.gateway_movement (gateway, payout)
  where payout <> '';

create table myaccount_core.gateway_payout (
  gateway text not null,
  reference text not null,
  amount bigint not null,
  status text not null check (status in ('pending', 'paid', 'failed')),
  arrives_on date not null,
  made_at timestamptz not null,
  -- When its movements were read; null until the gateway lists them.
  itemized_at timestamptz,
  primary key (gateway, reference)
);

-- One row per day in UTC, so that one process does the work of the day. The account with the
-- gateway belongs to all clients.
create table myaccount_core.sweep (
  day date primary key,
  -- Until when no other process takes it over.
  claimed_until timestamptz not null,
  finished_at timestamptz,
  -- The period whose movements were read.
  read_from timestamptz,
  read_until timestamptz,
  asked integer,
  changed integer,
  differences integer
);

-- Each difference once, as long as it exists. It stays when it is resolved.
create table myaccount_core.payment_difference (
  kind text not null,
  -- The payment, movement, payout or report that differs.
  subject text not null,
  -- Null if it is no payment of ours.
  client text,
  payment_id uuid references myaccount_core.payment,
  -- The gateway's reference; '' if there is none.
  reference text not null,
  -- What we have recorded, and what the other side says.
  ours bigint,
  theirs bigint,
  -- When the money moved, or the request was made.
  at timestamptz not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz,
  primary key (kind, subject)
);
create index payment_difference_of_client on myaccount_core.payment_difference (client, at);

create index payment_of_reference on myaccount_core.payment (gateway_reference)
  where gateway_reference <> '';
create index payment_not_final on myaccount_core.payment (id)
  where status in ('submitted', 'unknown', 'accepted', 'pending', 'inquiry', 'disputed');
create index payment_of_client on myaccount_core.payment (client, submitted_at);
create index policy_payment_by_day on policy_admin.payment (client, paid_on);
create index policy_reversal_by_day on policy_admin.reversal (client, reversed_on);
