-- What a member of staff may do to somebody's account only when another one agrees.
create table myaccount_core.staff_approval (
  id uuid primary key,
  client text not null,
  account_number text not null,
  -- Of the registration that it is about. It may be gone by the time that somebody decides.
  userid text not null,
  action text not null check (action in ('resetPassword', 'deleteRegistration')),
  asked_by text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  approved boolean,
  check (decided_by <> asked_by),
  check (num_nulls(decided_by, decided_at, approved) in (0, 3))
);

-- Asked for once at a time.
create unique index staff_approval_open on myaccount_core.staff_approval (userid, action)
  where decided_at is null;
create index staff_approval_client on myaccount_core.staff_approval (client, asked_at)
  where decided_at is null;
