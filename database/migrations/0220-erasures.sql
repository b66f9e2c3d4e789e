-- People whose data were erased at their request. An import leaves their records out until the
-- operator lifts the erasure. `person` is the pseudonym of the account in the audit log, so that the
-- row itself names no one.
create table myaccount_core.erasure (
  client text not null,
  person text not null,
  erased_at timestamptz not null,
  lifted_at timestamptz,
  -- The keys of documents in the document store that must still be deleted; null when none is left.
  documents jsonb,
  primary key (client, person)
);
