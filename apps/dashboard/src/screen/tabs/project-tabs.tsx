import { useText } from "#i18n/text.ts";
import { ScreenTabs } from "./screen-tabs.tsx";
import { useScreens } from "#screen/screens.ts";

/** Links to projects, clients, tags and, for people with access to amounts, rates. */
export function ProjectTabs() {
  const { shell, screens: names } = useText();
  const screens = useScreens().filter(({ name, group }) => name === "projects" || group === "projects");
  return (
    <ScreenTabs
      label={shell.projectsAndMore}
      tabs={screens.map(({ path, name }) => ({ to: path, label: names[name] }))}
    />
  );
}
