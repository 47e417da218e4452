-- How a person likes the dashboard, in whatever organization: only what was chosen; the rest follows the defaults of the API.
alter table users add column preferences jsonb not null default '{}';
