-- The change rows that a renaming of tags wrote, a thousand or fewer in each row: the undo finds former tags in them.
create table tag_renames (
  org_id text collate "C" not null constraint tag_renames_organization_fkey references organizations (id),
  id text collate "C" not null,
  number integer not null,
  change_ids text[] collate "C" not null,
  primary key (org_id, id, number)
);
