-- What a provider is asked is kept as it was first sent: a call that is sent again after a lost answer has to be the same to
-- the byte, or the provider refuses its idempotency key.

-- Null once the call has been answered. json, not jsonb: it is repeated to the letter.
alter table private.idempotency_keys add column call json;

alter table private.pix_charges add column description text not null default '';
