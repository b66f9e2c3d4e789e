-- The coverage that the source system stated with the product: the last day that the payments posted there cover, and the last day
-- on which coverage continues without another one. Null for a date that it did not state.
alter table policy_admin.policy
  add column covered_until date,
  add column grace_until date;
