-- What somebody answers to support inside the product came by no mail.
alter table private.support_replies alter column mail_id drop not null;
alter table private.support_replies alter column sender drop not null;
alter table private.support_replies
  add constraint mails_have_senders check ((mail_id is null) = (sender is null)) not valid;
