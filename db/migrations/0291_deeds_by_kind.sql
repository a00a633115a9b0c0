-- outside a transaction
create index concurrently admin_actions_kind on private.admin_actions (split_part(action, '.', 1), id desc);
