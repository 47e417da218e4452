import { ChevronsUpDown, Menu as MenuIcon } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useUnread } from "#api/notices.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useScreens } from "#screen/screens.ts";
import { MenuButton, MenuDivider, MenuItem, MenuLabel } from "#ui/menu/menu.tsx";
import { StintMark } from "#ui/theme/stint-mark.tsx";
import { useToApproveCount } from "#parts/waiting/use-to-approve.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import classes from "./account-menu.module.css";

interface Props {
  onSearch: () => void;
  onSignOut: () => void;
}

/** A menu with the person's other organizations, the profile and the sign-out. */
export const AccountMenu = memo(function AccountMenu({ onSearch, onSignOut }: Props) {
  const { user, organization, organizations = [] } = useMe();
  const { shell, screens: names } = useText();
  // Reloads, because the whole page belongs to the session that ends.
  const switchTo = (organizationId: string) =>
    stint.auth.switchOrganization({ organizationId }).then(() => location.assign("/time"));
  // Not rendered on phones: if only CSS hid the item, the arrow keys would stop at it, although it can't be focused.
  const isPhone = useIsPhone();
  const unread = useUnread();
  const counts: Record<string, number> = { "/notices": unread, "/approvals": useToApproveCount() };
  const screens = useScreens().filter(({ group, isWide }) => group === "account" || (isPhone && isWide === true));
  const items = (
    <>
      <MenuLabel>{isPhone ? `${organization.name} · ${user.email}` : user.email}</MenuLabel>
      {isPhone && <MenuItem onClick={onSearch}>{shell.search}</MenuItem>}
      {organizations
        .filter(({ id }) => id !== organization.id)
        .map(({ id, name }) => (
          <MenuItem key={id} onClick={() => void switchTo(id)}>
            {shell.switchTo(name)}
          </MenuItem>
        ))}
      {screens.map(({ path, name }) => (
        <MenuItem key={path} component={Link} href={path}>
          {names[name]}
          {isPhone && (counts[path] ?? 0) > 0 && ` (${(counts[path] ?? 0) >= 100 ? "99+" : counts[path]})`}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem onClick={onSignOut}>{shell.signOut}</MenuItem>
    </>
  );
  return isPhone ? (
    <MenuButton className={`row ${classes.button}`} items={items}>
      <MenuIcon size={20} aria-hidden />
      {unread > 0 && <span className={classes.dot} />}
      {shell.moreScreens}
    </MenuButton>
  ) : (
    <MenuButton
      align="start"
      className={`row ${classes.button}`}
      aria-label={`${shell.organization}: ${organization.name}`}
      items={items}
    >
      <StintMark />
      <span className="fill cut">{organization.name}</span>
      <ChevronsUpDown size={14} aria-hidden className="dim" />
    </MenuButton>
  );
});
