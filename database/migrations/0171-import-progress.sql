-- How far an import of a client has come. A killed import of the same files continues there.
create table policy_admin.import_progress (
  client text not null primary key,
  -- Of the files and of how they are imported.
  fingerprint text not null,
  -- Records that were written or left out.
  records bigint not null
);
