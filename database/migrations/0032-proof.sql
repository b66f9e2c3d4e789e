-- A change of an email address, a password or a security question takes a one-time code that was
-- entered in the session a short while ago.

-- When the session last had a right one-time code. Null: never, as after a reset by an emailed link.
alter table appauth.session add column proven_at timestamptz;
-- When the registration had one; its session takes this over.
alter table appauth.registration add column verified_at timestamptz;

-- What a code is for: it is worth nothing elsewhere.
alter table appauth.code_attempt add column purpose text not null default 'sign-in';
update appauth.code_attempt set purpose = 'registration-code' where registration_id is not null;
