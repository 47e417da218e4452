import { Menu } from "@mantine/core";
import { ChevronsUpDown } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { stint } from "#api/client.ts";
import { forgetQueries } from "#api/kept-queries.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { useTracking } from "#api/use-tracking.tsx";
import { StintMark } from "#ui/stint-mark.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";
import classes from "./account-menu.module.css";

/** The organization, the person's other ones, profile and signing out. */
export const AccountMenu = memo(function AccountMenu() {
  const { user, organization, organizations = [] } = useMe();
  const { shell } = useText();
  // Everything on the page belongs to the session that ends: it is loaded anew.
  const switchTo = (organizationId: string) =>
    stint.auth.switchOrganization({ organizationId }).then(() => location.assign("/time"));
  const tracking = useTracking();
  // Not hidden by a style: the arrow keys would stop at what cannot take the focus.
  const isPhone = useIsPhone();
  async function signOut(): Promise<void> {
    await stint.auth.signOut().catch(() => undefined);
    await Promise.all([forgetQueries(), tracking.forget()]);
    location.assign("/sign-in");
  }
  return (
    <Menu position="bottom-start" width={220} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={`${shell.organization}: ${organization.name}`}>
          <StintMark />
          <span className={classes.name}>{organization.name}</span>
          <ChevronsUpDown size={14} aria-hidden className={classes.arrows} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        {organizations
          .filter(({ id }) => id !== organization.id)
          .map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => void switchTo(id)}>
              {shell.switchTo(name)}
            </Menu.Item>
          ))}
        {isPhone && (
          <>
            <Menu.Item component={Link} href="/team">
              {shell.team}
            </Menu.Item>
            <Menu.Item component={Link} href="/settings">
              {shell.settings}
            </Menu.Item>
          </>
        )}
        <Menu.Item component={Link} href="/profile">
          {shell.profile}
        </Menu.Item>
        <Menu.Item component={Link} href="/blog">
          {shell.blog}
        </Menu.Item>
        <Menu.Item component="a" href="/guide">
          {shell.guide}
        </Menu.Item>
        <Menu.Item component="a" href="/docs">
          {shell.apiReference}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{shell.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
});
