-- What must always hold for the records on the chain; an empty answer is a healthy one.
create or replace view chain.faults as
  select 'a record sent by a key that the desk does not obey' as fault, operations.key as detail
  from chain.operations
  join chain.transactions on transactions.id = transaction_id
  join chain.contracts desk on desk.name = 'desk'
  where operations.status = 'sent' and lower(signer) <> lower(desk.owner);
