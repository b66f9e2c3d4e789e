-- A rate limit keeps the time of each call that it let pass, so that its window slides. The key is
-- a keyed hash, because keys name people, addresses and what was typed as a username. Losing the
-- times in a crash is harmless.
drop table appauth.budget;
create unlogged table appauth.budget (
  key_hash bytea primary key,
  calls timestamptz[] not null,
  -- From here on no window holds any of the calls.
  over_at timestamptz not null
);
create index budget_over on appauth.budget (over_at);

-- What was typed as a username may be a password in the wrong field, so a keyed hash replaces it.
-- A question waits 15 minutes for its answer; those that wait now are asked again.
delete from appauth.password_recovery;
alter table appauth.password_recovery
  drop column username,
  add column username_hash bytea not null;
