-- The kinds (algorithm and costs) of the imported password hashes of a client. Each sign-in at the client
-- does the work of all of them, so that the time does not reveal which accounts have such a hash.
create table appauth.imported_scheme (
  client text not null,
  -- As in user_account.password_hash: $imported$<id>$<sealed hash>.
  id text not null,
  -- A hash of that kind, with a salt and a result of zeros.
  scheme text not null,
  imported_at timestamptz not null,
  primary key (client, id)
);
create index user_account_imported on appauth.user_account (client, split_part(password_hash, '$', 3))
  where password_hash like '$imported$%';
