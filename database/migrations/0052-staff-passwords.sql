-- Staff choose a password of their own at the first log-in with one that somebody else made.
alter table appauth.agent add column must_change_password boolean not null default false;

-- By what a staff member was proven who still has to choose a password; null until then.
alter table appauth.staff_attempt add column proven_by text;
