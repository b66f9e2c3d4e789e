-- The keys of a brand's tables begin with its client, so that an engine can keep the rows of one
-- client together. See database/installation-tables-fixture.ts.

alter table myaccount_core.contact_change drop constraint contact_change_pkey;
alter table myaccount_core.contact_change add primary key (client, id);

alter table myaccount_core.email_hold drop constraint email_hold_token_hash_key;
alter table myaccount_core.email_hold add unique (client, token_hash);

alter table myaccount_core.unsubscribe_link drop constraint unsubscribe_link_pkey;
alter table myaccount_core.unsubscribe_link add primary key (client, token_hash);

-- A person has one key for each client whose entries name them: staff work for several clients. The
-- copies are equal, since the seal of a key is tied to the person.
alter table audit.person_key disable trigger never_changed;
alter table audit.person_key drop constraint person_key_pkey;
alter table audit.person_key add column client text;
insert into audit.person_key (client, person, key_sealed, made_at)
  select n.client, k.person, k.key_sealed, k.made_at
  from audit.person_key k join (
    select client, person from audit.entry where person is not null
    union select client, actor from audit.entry where actor is not null) n using (person);
delete from audit.person_key where client is null;
alter table audit.person_key alter column client set not null;
alter table audit.person_key add primary key (client, person);
alter table audit.person_key enable trigger never_changed;
