-- What browsers were refused by the policy of a page; one row for each kind of it, counted.
create table appcontent.csp_report (
  client text not null references appcontent.client on delete cascade,
  directive text not null,
  blocked text not null,
  document text not null,
  source text not null,
  disposition text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  reports bigint not null default 1,
  primary key (client, directive, blocked, document, source, disposition)
);

create index csp_report_last_seen on appcontent.csp_report (last_seen);
