import type { LucideIcon } from "lucide-react";
import { createContext, useContext, useMemo } from "react";
import { useMe } from "#api/queries.ts";
import type { Role, Scope } from "#api/scopes.ts";
import type { Catalogue } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";

type ScreenName = keyof Catalogue["screens"];

/** A screen's declaration. `src/screens.ts` lists all of them. */
export interface Screen {
  /** The key of the screen's name in the catalogue. */
  name: ScreenName;
  /** The key of the screen's heading in the catalogue. Default: `name`. */
  heading?: ScreenName;
  /** Contains `:id` if the screen shows a single object. */
  path: string;
  /** The area that lists the screen: `account` is the account menu, `developers` the screen of that name. */
  group?: "main" | "projects" | "settings" | "account" | "developers";
  /** Where the navigation lists the screen, apart from the others: a part from here on, or the bottom. */
  apart?: "part" | "bottom";
  icon?: LucideIcon;
  /** The letter that opens the screen when it is pressed after G. */
  key?: string;
  /** Whether a phone lists the screen in the account menu instead of the navigation. */
  isWide?: boolean;
  /** Whether the screen is loaded together with the frame, because most visits start there. */
  isDaily?: boolean;
  needs?: Scope;
  /** Restricts the screen to owners, even if others have the scope. */
  isForOwners?: boolean;
  /** Whether the screen is listed only in organizations with approvals. */
  isForApprovals?: boolean;
}

export const ScreensContext = createContext<readonly Screen[]>([]);
export const ScreenContext = createContext<Screen | undefined>(undefined);

/** The screen that contains the calling component. */
export function useScreen(): Screen | undefined {
  return useContext(ScreenContext);
}

/** The heading of the screen that contains the calling component. */
export function useScreenHeading(): string {
  const { screens } = useText();
  const screen = useScreen();
  return screen === undefined ? "" : screens[screen.heading ?? screen.name];
}

/** The listed screens that the person has access to. */
export function useScreens(): readonly Screen[] {
  const { scopes, role, organization } = useMe();
  const all = useContext(ScreensContext);
  const hasApprovals = organization.approvals !== null;
  return useMemo(
    () =>
      all.filter(
        (screen) =>
          screen.group !== undefined &&
          mayOpen(screen, role, scopes) &&
          (hasApprovals || screen.isForApprovals !== true),
      ),
    [all, role, scopes, hasApprovals],
  );
}

export function mayOpen({ needs, isForOwners }: Screen, role: Role, scopes: readonly Scope[]): boolean {
  return (needs === undefined || scopes.includes(needs)) && (role === "owner" || isForOwners !== true);
}
