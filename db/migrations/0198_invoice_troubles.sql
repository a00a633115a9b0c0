-- What keeps a service invoice from going out, since when; and letters in the number of a company (IN RFB 2.229).
-- What stands already has none of the first, and follows narrower rules than the others: there is nothing to validate.
alter table private.service_invoices
  add column trouble text,
  add column troubled_at timestamptz,
  add constraint service_invoices_trouble_check check (
    trouble in ('certificate_ended', 'certificate_refused', 'host_not_theirs', 'no_answer', 'not_understood')
  ) not valid,
  add constraint trouble_has_a_time check ((trouble is null) = (troubled_at is null)) not valid,
  add constraint trouble_only_on_the_way check (trouble is null or status in ('waiting', 'cancelling')) not valid,
  drop constraint service_invoices_access_key_check,
  add constraint service_invoices_access_key_check check (access_key ~ '^[0-9A-Z]{50}$') not valid;
alter table private.artist_taxes
  drop constraint artist_taxes_document_check,
  add constraint artist_taxes_document_check check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$') not valid;
