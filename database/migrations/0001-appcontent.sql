-- Brands: clients, the sites they are reached at, groups of unions, managed content and files.
create schema appcontent;

create table appcontent.client (
  client text primary key,
  name text not null,
  phone_number text not null,
  meta_description text not null,
  gtm_id text,
  search_index boolean not null,
  show_contact_us boolean not null,
  show_about_us boolean not null,
  claim_url text,
  primary_logo text not null,
  primary_logo_link text,
  second_logo text,
  second_logo_link text,
  -- A bitmap for places that show no SVG, such as mail programs.
  logo_image text,
  css_file text,
  mail_color text not null,
  -- Typed tags that the first page carries besides its own; see demo/README.md.
  head_tags jsonb not null,
  body_scripts jsonb not null
);

create table appcontent.site (
  host text primary key,
  client text not null references appcontent.client,
  is_customer_site boolean not null
);

create table appcontent.client_group (
  client text primary key references appcontent.client,
  label text not null
);

create table appcontent.client_group_item (
  client_group text not null references appcontent.client_group,
  client text not null references appcontent.client,
  name text not null,
  sub_group text not null,
  host text not null references appcontent.site,
  position integer not null,
  primary key (client_group, client)
);

-- client is '' for content that every client shares until it has its own.
create table appcontent.content (
  client text not null,
  title text not null,
  html text not null,
  primary key (client, title)
);

create table appcontent.asset (
  client text not null references appcontent.client,
  name text not null,
  -- Part of the address, so that a file can be cached for ever.
  hash text not null,
  media_type text not null,
  body bytea not null,
  primary key (client, name)
);
