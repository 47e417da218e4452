-- Followers read what changed since an instant, in this order.
create index clients_updated_idx on clients (org_id, updated_at, id);
create index projects_updated_idx on projects (org_id, updated_at, id);
create index tasks_updated_idx on tasks (org_id, updated_at, id);
