-- What people agreed to, word for word, before money moved or its ways were changed. Kept as
-- evidence: rows are only ever added.
create table myaccount_core."authorization" (
  id uuid primary key,
  client text not null,
  account_number text not null,
  policy_number text not null,
  -- pay-now, add, add-admin-fees, both, payment-method, frequency or remove.
  kind text not null,
  -- The HTML that the person read, and its SHA-256 as hex.
  content text not null,
  version text not null,
  -- What it authorised, as facts: amounts, method, frequency.
  authorised json not null,
  agreed_at timestamptz not null,
  -- The person themselves, or staff who acted for them.
  actor_kind text not null check (actor_kind in ('customer', 'staff')),
  actor_userid text not null,
  subject_userid text not null,
  ip text not null
);
create index authorization_of_account
  on myaccount_core."authorization" (client, account_number, agreed_at desc);

create function myaccount_core.refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_name; end $$;
create trigger append_only before update or delete on myaccount_core."authorization"
  for each row execute function myaccount_core.refuse_change();

-- A change of auto pay or frequency that a person asked for, on its way to the account system,
-- which may be away or another machine: whatever is still `asked` is carried on with until the
-- account system has answered.
create table myaccount_core.auto_pay_change (
  authorization_id uuid primary key references myaccount_core."authorization",
  client text not null,
  account_number text not null,
  policy_number text not null,
  -- The billing as the person saw it, and as it is to be.
  seen json not null,
  wanted json not null,
  -- The same for the record, in words.
  before json not null,
  after json not null,
  -- Where the person was, for the links in their mail.
  site_address text not null,
  state text not null default 'asked' check (state in ('asked', 'made', 'refused')),
  asked_at timestamptz not null
);
create unique index one_open_change
  on myaccount_core.auto_pay_change (client, policy_number) where state = 'asked';
