/** The tables of the sandbox's ledger, in SQLite. */
export const tables = `
  create table if not exists token (hash text primary key, method text not null, expires_at integer not null) strict;
  create table if not exists answer (key text primary key, what text not null, answer text not null) strict;
  create table if not exists method (reference text primary key, content text) strict;
  create table if not exists charge (
    key text primary key,
    reference text not null unique,
    method text not null,
    amount integer not null check (amount > 0),
    description text not null,
    name text not null,
    status text not null,
    reason text not null,
    charged_at integer not null,
    memo text not null default ''
  ) strict;
  create table if not exists refund (
    key text primary key,
    reference text not null unique,
    charge text not null references charge (key),
    amount integer not null check (amount > 0),
    name text not null,
    refunded_at integer not null
  ) strict;
  create index if not exists refund_charge on refund (charge);
  create table if not exists authentication (
    id text primary key,
    key text not null unique,
    reference text not null,
    content text not null,
    return_address text not null,
    state text not null
  ) strict;
  create table if not exists bank_session (
    id text primary key,
    key text not null unique,
    owner text not null,
    return_address text not null,
    expires_at integer not null
  ) strict;
  create table if not exists method_report (
    id integer primary key,
    reference text not null,
    content text not null,
    is_failed integer not null,
    due_at integer not null,
    delivered integer not null
  ) strict;
  create table if not exists method_change (
    id integer primary key,
    reference text not null,
    blocked text,
    is_authorization_gone integer,
    due_at integer not null,
    delivered integer not null
  ) strict;
  create index if not exists method_change_reference on method_change (reference);
  create table if not exists try (key text primary key) strict;
  create table if not exists report (
    id integer primary key,
    key text not null references charge (key),
    status text not null,
    reason text not null,
    due_at integer not null,
    delivered integer not null
  ) strict;
  create index if not exists report_key on report (key);
  create index if not exists report_due on report (due_at) where not delivered;
`
