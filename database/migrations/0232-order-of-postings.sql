-- When the posting of a correction was noted, by the database's clock, as payments have it. Null:
-- posted by a version without this column.
alter table myaccount_core.correction add column posting_stored_at timestamptz;
