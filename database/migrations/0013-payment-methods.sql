-- The cards and bank accounts that a person has saved. Numbers and codes are the gateway's alone;
-- what stands here is what the person knows a method by, and the gateway's name for it.
create table myaccount_core.payment_method (
  client text not null,
  -- The public paymentRecordId.
  record_id text not null,
  account_number text not null,
  -- The order of adding; a list begins with the newest.
  number bigint generated always as identity,
  kind text not null check (kind in ('card', 'bank')),
  holder_name text not null,
  card_type text not null check (card_type in ('VS', 'MC', 'DS', 'AM', '')),
  bank_type text not null check (bank_type in ('C', 'S', '')),
  last_four text not null check (length(last_four) <= 4),
  -- MM/YYYY; empty for banks.
  expiration_date text not null,
  institution text not null,
  masked_routing_number text not null,
  address_line1 text not null,
  address_line2 text not null,
  address_line3 text not null,
  city_name text not null,
  state_code text not null,
  zip_code text not null,
  gateway text not null,
  gateway_reference text not null,
  -- False where it was entered for one payment and is not to be offered again.
  remembered boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (client, record_id),
  check ((kind = 'card') = (card_type <> '')),
  check ((kind = 'bank') = (bank_type <> ''))
);
create index payment_method_of_account on myaccount_core.payment_method
  (client, account_number, number) where deleted_at is null;
create index payment_method_for_once on myaccount_core.payment_method (created_at)
  where deleted_at is null and not remembered;

-- What the gateway is asked about a method, written before it is asked, so that nothing stays half
-- done when a process ends in between.
create table myaccount_core.payment_method_request (
  -- Also the key at the gateway: whoever asks twice is answered by the first time.
  id uuid primary key,
  client text not null,
  account_number text not null,
  record_id text not null,
  kind text not null check (kind in ('add', 'change', 'delete')),
  -- Of the token that a method is added with: the same token again is the same request.
  token_hash bytea,
  -- What was asked for, the token included, which is good once and with the gateway's secret
  -- alone; emptied when it is over.
  content json,
  -- `undoing`: nobody came back for an answer, so what the gateway keeps is to be forgotten.
  status text not null check (status in ('open', 'undoing', 'done', 'refused')),
  tries integer not null,
  -- When somebody may go on with it; null when it is over.
  next_try_at timestamptz,
  created_at timestamptz not null,
  unique (client, account_number, token_hash),
  check ((next_try_at is null) = (status in ('done', 'refused')))
);
create index payment_method_request_due on myaccount_core.payment_method_request (next_try_at)
  where next_try_at is not null;
-- One change of a method after the other, so that the gateway's state and ours are the same one.
create unique index payment_method_changing on myaccount_core.payment_method_request
  (client, record_id) where kind = 'change' and status = 'open';
