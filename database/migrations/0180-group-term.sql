-- What the group calls one of its members, such as union, guild or local.
alter table appcontent.client_group add column term text not null default 'union';
