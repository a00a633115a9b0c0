-- Which secret (JWT_SECRET) this database belongs to: a digest that does not tell it. Null until a server has started on it.
alter table private.platform add column secret_mark text;
