-- A page and a round of billing ask for the sites of one client of thousands, the daily sweep for the payments that were
-- settled within some weeks of many years.
drop index concurrently if exists appcontent.site_of_client;
create index concurrently site_of_client on appcontent.site (client);

drop index concurrently if exists myaccount_core.payment_event_settled;
create index concurrently payment_event_settled
  on myaccount_core.payment_event (at) where status = 'settled';
