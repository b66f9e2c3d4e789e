-- What My Account itself knows of payments, and keeps for the person: payment methods, payments,
-- authorizations.
create schema myaccount_core;
