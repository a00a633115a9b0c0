-- Whoever holds the service's key is the operator: row security does not hold that role back, and neither do grants on
-- the tables of the exposed schema. What is beside it (the ledger, the market, the chain) stays closed to it.
grant select, insert, update, delete on all tables in schema public to service_role;
grant usage, select on all sequences in schema public to service_role;
grant execute on all functions in schema public to service_role;
alter default privileges in schema public grant select, insert, update, delete on tables to service_role;
alter default privileges in schema public grant usage, select on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
