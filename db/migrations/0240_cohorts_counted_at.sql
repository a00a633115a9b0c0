-- When the table of who came back was last counted: it is counted less often than the other figures.
alter table private.figures add column cohorts_counted_at timestamptz;
