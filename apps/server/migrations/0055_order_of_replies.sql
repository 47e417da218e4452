alter table idempotent_replies
  alter column method type text collate "C",
  alter column path type text collate "C",
  alter column value type text collate "C";
