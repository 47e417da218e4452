import { ChevronsUpDown } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { stint } from "#api/client.ts";
import { forgetQueries } from "#api/kept-queries.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { useTracking } from "#api/use-tracking.tsx";
import { MenuButton, MenuDivider, MenuItem, MenuLabel } from "#ui/menu.tsx";
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
  const items = (
    <>
      <MenuLabel>{user.email}</MenuLabel>
      {organizations
        .filter(({ id }) => id !== organization.id)
        .map(({ id, name }) => (
          <MenuItem key={id} onClick={() => void switchTo(id)}>
            {shell.switchTo(name)}
          </MenuItem>
        ))}
      {isPhone && (
        <>
          <MenuItem component={Link} href="/team">
            {shell.team}
          </MenuItem>
          <MenuItem component={Link} href="/settings">
            {shell.settings}
          </MenuItem>
        </>
      )}
      <MenuItem component={Link} href="/profile">
        {shell.profile}
      </MenuItem>
      <MenuItem component={Link} href="/blog">
        {shell.blog}
      </MenuItem>
      <MenuItem component="a" href="/guide">
        {shell.guide}
      </MenuItem>
      <MenuItem component="a" href="/docs">
        {shell.apiReference}
      </MenuItem>
      <MenuDivider />
      <MenuItem onClick={() => void signOut()}>{shell.signOut}</MenuItem>
    </>
  );
  return (
    <MenuButton
      align="start"
      className={classes.button}
      aria-label={`${shell.organization}: ${organization.name}`}
      items={items}
    >
      <StintMark />
      <span className={classes.name}>{organization.name}</span>
      <ChevronsUpDown size={14} aria-hidden className={classes.arrows} />
    </MenuButton>
  );
});
