-- The IANA name of the time zone of a client's business day. A client loaded before this column
-- existed keeps Eastern time until its client.json, which has to name a zone, is loaded again.
alter table appcontent.client add column time_zone text not null default 'America/New_York';
alter table appcontent.client alter column time_zone drop default;
