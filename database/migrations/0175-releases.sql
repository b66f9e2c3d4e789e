-- Every version of a client's brand: the fields of client.json, sites, groups, texts, and the files
-- by their hash. People, users and documents are no part of it. client is '' for the texts that
-- every client shares.
create table appcontent.release (
  client text not null,
  number integer not null,
  content jsonb not null,
  -- The release that was published when this one was made; null for the first.
  base integer,
  made_at timestamptz not null,
  -- The operator's name on the machine where the command was typed.
  made_by text not null,
  -- What was done, such as: set color --brand-accent
  what text not null,
  -- Null while it was never published.
  published_at timestamptz,
  is_published boolean not null,
  primary key (client, number)
);

create unique index release_published on appcontent.release (client) where is_published;

-- The bytes of a client's files, once for all releases that hold them.
create table appcontent.asset_file (
  client text not null,
  hash text not null,
  body bytea not null,
  primary key (client, hash)
);

insert into appcontent.asset_file (client, hash, body)
  select distinct on (client, hash) client, hash, body from appcontent.asset;

alter table appcontent.asset drop column body;
alter table appcontent.asset
  add constraint asset_file_fkey foreign key (client, hash) references appcontent.asset_file;
