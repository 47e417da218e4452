-- The fields of a project that a file gives, by their names in the API: a new one needs no column here.
alter table import_places add column project_fields jsonb not null default '{}';
update import_places
   set project_fields = jsonb_strip_nulls(jsonb_build_object('code', project_code, 'color', color, 'billable', billable))
 where (project_code, color, billable) is distinct from (null, null, null);
alter table import_places drop column project_code, drop column color, drop column billable;
