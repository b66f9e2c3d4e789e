-- Changes that the account system accepted and no read of it has shown yet. Until one does, our value counts.
create table myaccount_core.unshown_change (
  client text not null,
  account_number text not null,
  -- The same in every repetition of the change.
  id text not null,
  -- Numbers the changes of an account in the order in which they were accepted.
  number integer not null,
  kind text not null,
  -- Empty for a change of the person.
  policy_number text not null,
  before jsonb not null,
  after jsonb not null,
  accepted_at timestamptz not null,
  -- When the account system is read for it next.
  look_at timestamptz not null,
  primary key (client, account_number, id)
);
create index unshown_change_look on myaccount_core.unshown_change (look_at);
