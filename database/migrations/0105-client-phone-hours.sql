-- When people answer the client's phone, in the client's time zone. Optional.
alter table appcontent.client add column phone_hours jsonb not null default '[]';
