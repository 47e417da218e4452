-- What a member starts often, in their order: projects, tasks and descriptions, as GET /me shows them.
alter table members add column favourites jsonb not null default '[]' constraint members_favourites_check check (jsonb_typeof(favourites) = 'array');
