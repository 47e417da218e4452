import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { ScreenTabs } from "./screen-tabs.tsx";

/** The way between projects, clients, tags and, for those who may see money, rates. */
export function ProjectTabs() {
  const { shell } = useText();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  return (
    <ScreenTabs
      label={shell.projectsAndMore}
      tabs={[
        { to: "/projects", label: shell.projects },
        { to: "/clients", label: shell.clients },
        { to: "/tags", label: shell.tags },
        ...(canSeeMoney ? [{ to: "/rates", label: shell.rates }] : []),
      ]}
    />
  );
}
