alter table notices
  alter column kind type text collate "C",
  alter column unsubscribe_token type text collate "C";
