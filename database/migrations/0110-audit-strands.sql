-- A client's audit log is several chains, so that its writers wait for one another less. The number
-- of an entry says in which strand it is: services/audit/audit-strands.ts.
alter table audit.chain add column strand integer not null default 1;
alter table audit.chain drop constraint chain_pkey;
alter table audit.chain add primary key (client, strand);
