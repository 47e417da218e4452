import type { Scope } from "#api/scopes.ts";
import type { ReactNode } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { ScreenTabs } from "./screen-tabs.tsx";
import { useSettingsScreens } from "./use-settings-screens.ts";
import { useSettingsWords } from "./use-settings-words.ts";

interface Props {
  scope: Scope;
  /** For owners only, whoever has the scope. */
  isForOwners?: boolean;
  children: ReactNode;
}

/** The frame of a screen of `/settings`: the way to the others, and a word to who may not see this one. */
export function SettingsFrame({ scope, isForOwners = false, children }: Props) {
  const { shell } = useText();
  const words = useSettingsWords();
  const screens = useSettingsScreens();
  const { scopes, role } = useMe();
  return (
    <>
      <ScreenTabs label={words.navigation} tabs={screens} />
      {scopes.includes(scope) && (role === "owner" || !isForOwners) ? (
        children
      ) : (
        <>
          <h1>{words.title}</h1>
          <p>{shell.notForRole(shell.roles[role])}</p>
        </>
      )}
    </>
  );
}
