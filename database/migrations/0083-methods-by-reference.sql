-- The gateway reports changed methods by its reference.
create index payment_method_at_gateway on myaccount_core.payment_method (gateway, gateway_reference);
