-- Keyed hashes of the names and addresses that were typed in a registration, in hexadecimal: the
-- pause before another code depends on them, and not on whether they are right.
alter table appauth.registration add column typed text[] not null default '{}';
