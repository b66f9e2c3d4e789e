-- The due dates of the bills that an announced charge is for. Null in earlier announcements, which are
-- for every bill that is due by their day.
alter table myaccount_core.announced_charge add column due_dates date[];
