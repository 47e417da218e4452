import type { ComponentType, ReactNode } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { ScreenTabs } from "./screen-tabs.tsx";
import { mayOpen, useScreen, useScreens } from "#screen/screens.ts";

/** The frame of a `/settings` screen, with links to the others and a notice for people without access to this one. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { shell, screens: names } = useText();
  const { scopes, role } = useMe();
  const screens = useScreens().filter(({ name, group }) => name === "settings" || group === "settings");
  const screen = useScreen();
  return (
    <>
      <ScreenTabs
        label={names.settings}
        tabs={screens.map(({ path, name, heading = name }) => ({
          to: path,
          label: names[heading],
          pattern: name === "settings" ? path : `${path}/*?`,
        }))}
      />
      {screen !== undefined && mayOpen(screen, role, scopes) ? (
        children
      ) : (
        <>
          <h1>{names.settings}</h1>
          <p>{(screen?.isForOwners === true ? shell.forOwners : shell.notForRole)(shell.roles[role])}</p>
        </>
      )}
    </>
  );
}

/** A screen whose content is shown in the frame of `/settings`. */
export function inSettings<Props extends object>(Content: ComponentType<Props>) {
  return function SettingsScreen(props: Props) {
    return (
      <SettingsFrame>
        <Content {...props} />
      </SettingsFrame>
    );
  };
}
