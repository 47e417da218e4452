import { ChevronsUpDown, Ellipsis } from "lucide-react";
import { lazy, memo, useState } from "react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useUnread } from "#api/notices.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useScreens } from "#screen/screens.ts";
import { signOut } from "#state/sign-out.ts";
import { useTracked, useTracking } from "#state/use-tracking.ts";
import { MenuButton, MenuDivider, MenuItem, MenuLabel } from "#ui/menu/menu.tsx";
import { StintMark } from "#ui/theme/stint-mark.tsx";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { Part } from "#ui/dialog/part.tsx";
import classes from "./account-menu.module.css";

const SignOutDialog = lazy(() => import("./sign-out-dialog.tsx").then((m) => ({ default: m.SignOutDialog })));

/** A menu with the person's other organizations, the profile and the sign-out. */
export const AccountMenu = memo(function AccountMenu() {
  const { organization, key, signIn } = useMe();
  const { shell } = useText();
  const tracking = useTracking();
  // Not rendered on phones: if only CSS hid the item, the arrow keys would stop at it, although it can't be focused.
  const isPhone = useIsPhone();
  const unread = useUnread();
  const unsent = useTracked((view) => view.queue.length);
  const [isAsked, setIsAsked] = useState(false);
  const leave = () => signOut(tracking, key.id);
  const items = <Items unread={unread} onSignOut={() => (unsent > 0 ? setIsAsked(true) : void leave())} />;
  return (
    <>
      {isPhone ? (
        <MenuButton className={classes.button} items={items}>
          <Ellipsis size={16} aria-hidden />
          {unread > 0 && <span className={classes.dot} />}
          {shell.moreScreens}
        </MenuButton>
      ) : (
        <MenuButton
          align="start"
          className={classes.button}
          aria-label={`${shell.organization}: ${organization.name}`}
          items={items}
        >
          <StintMark />
          <span className="fill cut">{organization.name}</span>
          <ChevronsUpDown size={14} aria-hidden className="dim" />
        </MenuButton>
      )}
      {isAsked && (
        <Part onClose={() => setIsAsked(false)}>
          <SignOutDialog
            unsent={unsent}
            areKept={typeof signIn?.deviceKey === "string"}
            onSignOut={leave}
            onClose={() => setIsAsked(false)}
          />
        </Part>
      )}
    </>
  );
});

interface ItemsProps {
  unread: number;
  onSignOut: () => void;
}

function Items({ unread, onSignOut }: ItemsProps) {
  const { user, organization, organizations = [] } = useMe();
  const { shell, screens: names } = useText();
  const isPhone = useIsPhone();
  const screens = useScreens().filter(({ group, isWide }) => group === "account" || (isPhone && isWide === true));
  // Reloads, because the whole page belongs to the session that ends.
  const switchTo = (organizationId: string) =>
    stint.auth.switchOrganization({ organizationId }).then(() => location.assign("/time"));
  return (
    <>
      <MenuLabel>{isPhone ? `${organization.name} · ${user.email}` : user.email}</MenuLabel>
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
          {isPhone && name === "notices" && unread > 0 && ` (${unread})`}
        </MenuItem>
      ))}
      <MenuDivider />
      <MenuItem onClick={onSignOut}>{shell.signOut}</MenuItem>
    </>
  );
}
