alter table appauth.session
  add column upgrade_kind text not null default 'browser',
  add column upgraded_at timestamptz not null default now();
