-- What a page of the back office looks up for one person or one project, however many there are of the others.

-- All disputes of somebody, the newest first; `ledger.keep_overdraft` sums those that were not won.
drop index private.disputes_user;
create index disputes_user on private.disputes (user_id, id desc);

-- The days of one project.
create index daily_project_volume_project on private.daily_project_volume (project_id, day);
