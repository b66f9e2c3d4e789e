-- When the account system is away as planned, in the client's time zone; see plannedAway of client.json.
alter table appcontent.client add column planned_away jsonb not null default '[]';
