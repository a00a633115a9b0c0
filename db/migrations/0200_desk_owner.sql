-- Whom our desk obeys, so that a key that is not the desk's is known without asking the chain.
alter table chain.contracts add column owner text;
