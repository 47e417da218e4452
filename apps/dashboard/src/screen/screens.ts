import type { LucideIcon } from "lucide-react";
import { createContext, useContext, useMemo } from "react";
import { useMe } from "#api/queries.ts";
import type { Role, Scope } from "#api/scopes.ts";
import type { Catalogue } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";

type ScreenName = keyof Catalogue["screens"];

/** What the dashboard knows of a screen; `src/screens.ts` declares all of them. */
export interface Screen {
  /** The key of its name among the texts. */
  name: ScreenName;
  /** The key of its heading, if that is another one. */
  heading?: ScreenName;
  /** With `:id` for a screen of one thing. */
  path: string;
  /** Where it is listed beside others; those of `account` stand in the menu of the account. */
  group?: "main" | "projects" | "settings" | "account";
  icon?: LucideIcon;
  /** The second of the keys that open it, after G. */
  key?: string;
  /** In the navigation only where there is room for it; on a phone it stands in the account's menu. */
  isWide?: boolean;
  /** Loaded together with the frame, as the screen that most visits begin with. */
  isDaily?: boolean;
  needs?: Scope;
  /** Restricts the screen to owners, even if others have the scope. */
  isForOwners?: boolean;
}

export const ScreensContext = createContext<readonly Screen[]>([]);
export const ScreenContext = createContext<Screen | undefined>(undefined);

/** The screen around a component. */
export function useScreen(): Screen | undefined {
  return useContext(ScreenContext);
}

/** The heading of the screen around a component. */
export function useScreenHeading(): string {
  const { screens } = useText();
  const screen = useScreen();
  return screen === undefined ? "" : screens[screen.heading ?? screen.name];
}

/** The screens that are listed somewhere, as far as the person may open them. */
export function useScreens(): readonly Screen[] {
  const { scopes, role } = useMe();
  const all = useContext(ScreensContext);
  return useMemo(
    () => all.filter((screen) => screen.group !== undefined && mayOpen(screen, role, scopes)),
    [all, role, scopes],
  );
}

export function mayOpen({ needs, isForOwners }: Screen, role: Role, scopes: readonly Scope[]): boolean {
  return (needs === undefined || scopes.includes(needs)) && (role === "owner" || isForOwners !== true);
}
