-- Until when a bank takes evidence, as the processor says; the first screen of the back office shows it.
alter table private.disputes add column evidence_due_at timestamptz;
