-- Until when the data of each kind count that were loaded last. Records cannot say it: a load that
-- changes nothing leaves them as they are.
create table policy_admin.loaded_kind (
  client text not null,
  -- people, payment-methods, products, bills, documents or users.
  kind text not null,
  -- The newest as-of time of all loads that ended; null: no load with an as-of time has ended.
  as_of timestamptz,
  -- The import that writes this kind, its newest as-of time, and until when it counts as running.
  import_id text,
  import_as_of timestamptz,
  import_until timestamptz,
  primary key (client, kind)
);

-- Earlier versions compared the people, products and bills of a load with the newest record of all three.
insert into policy_admin.loaded_kind (client, kind, as_of)
select known.client, kinds.kind, max(known.as_of)
from (
  select client, as_of from policy_admin.person where as_of is not null
  union all
  select client, as_of from policy_admin.billing where as_of is not null) known
cross join (values ('people'), ('products'), ('bills')) kinds (kind)
group by known.client, kinds.kind;
