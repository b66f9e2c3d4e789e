-- Entries of format 2 name people by pseudonyms and hold what describes a person sealed under a key
-- of that person. To erase a person is to delete that key: no entry changes.
create table audit.person_key (
  -- The pseudonym of the person: a keyed hash of the account number, or of the userid of staff.
  person text primary key,
  -- 32 bytes, sealed with the installation's key for this purpose.
  key_sealed bytea not null,
  made_at timestamptz not null
);
create trigger never_changed before update on audit.person_key
  for each row execute function audit.refuse();

-- The columns of format 1 hold account numbers and userids, these hold pseudonyms.
alter table audit.entry
  add column account text generated always as (content::json ->> 'account') stored,
  add column subject text generated always as (content::json ->> 'subject') stored,
  add column actor text generated always as (content::json ->> 'actor') stored,
  add column person text generated always as (content::json ->> 'person') stored;
create index entry_of_account_name on audit.entry (client, account, number);
