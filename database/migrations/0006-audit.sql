-- What was done to whose account by whom. Rows are only ever added, and each carries a keyed hash
-- over itself and the one before it in its client's chain: without the installation's key nobody
-- can make a row that fits, so that one altered, put in, moved or taken out shows.
create schema audit;

create table audit.entry (
  -- '' for what concerns the installation as a whole.
  client text not null,
  -- Its place in the client's chain, from 1.
  number bigint not null,
  -- The entry as canonical JSON: what the hash is over. The columns beneath are read from it.
  content text not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null,
  action text generated always as (content::json ->> 'action') stored,
  subject_userid text generated always as (content::json ->> 'subjectUserid') stored,
  account_number text generated always as (content::json ->> 'accountNumber') stored,
  actor_userid text generated always as (content::json ->> 'actorUserid') stored,
  primary key (client, number)
);
create index entry_of_account on audit.entry (client, account_number, number);
create index entry_of_subject on audit.entry (subject_userid, number);

-- The end of each client's chain. Its row lock puts entries that are written at the same time in
-- order. The seal is keyed and stands nowhere else, so that a chain cannot be cut short: its
-- earlier ends had seals that are gone.
create table audit.chain (
  client text primary key,
  number bigint not null,
  hash bytea not null,
  seal bytea not null
);

create function audit.refuse() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_schema || '.' || tg_table_name; end $$;
create trigger append_only before update or delete on audit.entry
  for each row execute function audit.refuse();
create trigger never_removed before delete on audit.chain
  for each row execute function audit.refuse();
