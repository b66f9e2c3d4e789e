-- What happened here, for the account system and for others whom the operator names. The row is
-- written in the transaction of the change; each endpoint has its own delivery, so that one that
-- fails delays no other.

-- Counts the events of an account. The row stays when events are deleted: a number is never reused.
create table myaccount_core.event_count (
  client text not null,
  account_number text not null,
  last bigint not null,
  primary key (client, account_number)
);

create table myaccount_core.event (
  client text not null,
  -- Also the header webhook-id, the same at every try.
  id uuid not null,
  account_number text not null,
  type text not null,
  -- The JSON as it is sent. It holds ids, amounts and dates; contracts/events/ has its fields.
  message text not null,
  created_at timestamptz not null,
  primary key (client, id)
);
create index event_created_at on myaccount_core.event (created_at);

create table myaccount_core.event_delivery (
  client text not null,
  event_id uuid not null,
  -- The name of an endpoint in the operator's file.
  endpoint text not null,
  -- When the event was written or replayed: it is given up some days after that.
  since timestamptz not null,
  tries integer not null default 0,
  -- While a process sends the row: when others may take it over.
  next_try_at timestamptz not null,
  sent_at timestamptz,
  dead_at timestamptz,
  -- A status or an error code; never the endpoint's words.
  last_error text,
  primary key (client, event_id, endpoint),
  foreign key (client, event_id) references myaccount_core.event on delete cascade,
  check (sent_at is null or dead_at is null)
);
create index event_delivery_due on myaccount_core.event_delivery (endpoint, next_try_at)
  where sent_at is null and dead_at is null;
create index event_delivery_dead on myaccount_core.event_delivery (endpoint, dead_at)
  where dead_at is not null;
