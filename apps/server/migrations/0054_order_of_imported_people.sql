drop index imported_people_email_idx;
create index imported_people_email_idx on imported_people (org_id, lower(email) collate "C");
