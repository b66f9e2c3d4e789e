-- Staff who paid for the person; null where they paid themselves or auto pay did.
alter table myaccount_core.payment add column agent_userid text;
