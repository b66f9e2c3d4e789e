-- What each staff account may do. Accounts keep what they could do before roles existed: find
-- customers, act for them, and decide the requests of others. New roles are given by command.
alter table appauth.agent
  add column roles text[] not null default '{look,serve,approve}'
    check (roles <@ '{look,serve,approve,money,manage-staff}'::text[]);
alter table appauth.agent alter column roles set default '{}';
