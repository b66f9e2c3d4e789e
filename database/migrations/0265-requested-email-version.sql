-- A keyed hash of the email address that the requester read. Null in requests of earlier servers, which a second staff member
-- cannot approve any more.
alter table myaccount_core.staff_approval add column email_version text;
