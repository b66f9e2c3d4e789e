-- The last good answers of an account system outside of this database, sealed. They are shown while it
-- does not answer, for at most this many hours; 0 keeps none.
alter table appcontent.client
  add column kept_data_hours integer not null default 24 check (kept_data_hours between 0 and 168);

create table myaccount_core.kept_read (
  client text not null,
  account_number text not null,
  -- A keyed hash of the question.
  read bytea not null,
  sealed bytea not null,
  kept_at timestamptz not null,
  primary key (client, account_number, read)
);
create index kept_read_age on myaccount_core.kept_read (client, kept_at);

-- By which numbers staff find the customers whose answers are kept.
create table myaccount_core.kept_number (
  client text not null,
  -- A keyed hash of a plan number or account number.
  number bytea not null,
  account_number text not null,
  kept_at timestamptz not null,
  primary key (client, number, account_number)
);
create index kept_number_age on myaccount_core.kept_number (client, kept_at);
create index kept_number_account on myaccount_core.kept_number (client, account_number);
