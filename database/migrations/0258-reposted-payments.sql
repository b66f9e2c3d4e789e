-- When the account system posted a payment again that it had taken back on its own. revoked_at is then null again, and an older
-- or repeated report that it was taken back has no effect.
alter table myaccount_core.payment add column reposted_at timestamptz;
