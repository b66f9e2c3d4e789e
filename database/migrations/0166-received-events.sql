-- Events of the account system that had their effect: one that comes again has none.
create table myaccount_core.received_event (
  client text not null,
  -- The name of the sender in the operator's file, and its header webhook-id.
  sender text not null,
  webhook_id text not null,
  received_at timestamptz not null,
  primary key (client, sender, webhook_id)
);
