-- How the OpenID provider's groups decided about the membership last: `joined` by a sign-in, or `removed` by one, so that
-- a later one may bring the person back. Null for everyone whom people of the organization admitted or deactivated. An
-- active member who is `removed`, or a deactivated one who is `joined`, was changed by hand, which this does not say.
alter table members add column openid_status text constraint members_openid_status_check check (openid_status in ('joined', 'removed'));
