-- A refund that failed is undone in the account system.

alter table policy_admin.reversal
  drop constraint reversal_kind_check,
  add constraint reversal_kind_check check (kind in ('return', 'refund', 'refundFailure'));

-- Refunds of payments: those of staff, and those that were made at the payment gateway.
create table myaccount_core.refund (
  id uuid primary key,
  payment_id uuid not null references myaccount_core.payment,
  client text not null,
  account_number text not null,
  -- Cents.
  amount bigint not null check (amount > 0),
  -- Whether the bills that the money settled are due again. Otherwise a credit settles them.
  reopens boolean not null,
  -- Of staff; '' for a refund that was made at the gateway.
  reason text not null,
  -- waiting: for dual approval. approved: to be made at the gateway. accepted: the gateway makes it.
  status text not null
    check (status in ('waiting', 'refused', 'approved', 'accepted', 'succeeded', 'failed')),
  -- One for each intention of staff; null for a refund that was made at the gateway.
  idempotency_key text,
  gateway_reference text not null default '',
  -- The staff member; null for a refund that was made at the gateway.
  requested_by text,
  requested_at timestamptz not null,
  -- Of a request that waits for dual approval.
  expires_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  -- When it was posted in the account system, and undone there because it failed.
  posted_at timestamptz,
  undone_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz,
  check (decided_by <> requested_by),
  check ((requested_by is null) = (idempotency_key is null)),
  unique (client, idempotency_key)
);
create index refund_payment on myaccount_core.refund (payment_id);
create unique index refund_at_gateway on myaccount_core.refund (payment_id, gateway_reference)
  where gateway_reference <> '';
create index refund_waiting on myaccount_core.refund (client, requested_at)
  where status = 'waiting';
create index refund_next_try on myaccount_core.refund (next_try_at) where next_try_at is not null;

alter table appcontent.client
  -- Whole dollars above which a refund needs dual approval.
  add column refund_approval_above integer not null default 100
    check (refund_approval_above >= 0),
  -- Whether a refund that was made at the gateway opens the bills again that its money settled.
  add column gateway_refunds_reopen boolean not null default false;
