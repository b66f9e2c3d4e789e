-- A payment that we recorded as declined, and that the gateway charged after all. It is recorded and
-- posted even while another payment of the product is open.
alter table myaccount_core.payment add column is_late boolean not null default false;
drop index myaccount_core.payment_open;
create unique index payment_open on myaccount_core.payment (client, policy_number)
  where not is_late
    and (status in ('submitted', 'unknown') or (status <> 'declined' and applied_at is null));

-- Reports of the gateway about charges that are not payments of ours, each kind once.
create table myaccount_core.unmatched_report (
  gateway text not null,
  -- The key and the reference of the charge, as reported.
  key text not null,
  reference text not null,
  status text not null,
  reason text not null,
  -- The sum of all refunds, in cents.
  refunded bigint not null,
  reports integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The payment with this key, when it has appeared and the report was applied to it.
  payment_id uuid references myaccount_core.payment,
  matched_at timestamptz,
  primary key (gateway, key, reference, status),
  check ((payment_id is null) = (matched_at is null))
);
