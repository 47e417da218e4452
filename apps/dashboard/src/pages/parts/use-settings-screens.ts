import { useMemo } from "react";
import type { Role, Scope } from "#api/scopes.ts";
import { useMe } from "#api/queries.ts";
import type { ScreenTab } from "./screen-tabs.tsx";
import { useSettingsWords } from "./use-settings-words.ts";

/** The screens of `/settings` that the person may see. */
export function useSettingsScreens(): ScreenTab[] {
  const words = useSettingsWords();
  const { scopes, role } = useMe();
  return useMemo(() => screensOf(words, role, scopes), [words, role, scopes]);
}

function screensOf(words: ReturnType<typeof useSettingsWords>, role: Role, scopes: readonly Scope[]): ScreenTab[] {
  const screens: (ScreenTab & { needs: Scope; isForOwners?: boolean })[] = [
    { to: "/settings", label: words.organization, needs: "organization:read" },
    { to: "/settings/api-keys", label: words.apiKeys, needs: "keys:write" },
    { to: "/settings/webhooks", pattern: "/settings/webhooks/*?", label: words.webhooks, needs: "webhooks:read" },
    { to: "/settings/audit-log", label: words.auditLog, needs: "audit:read" },
    { to: "/settings/import", pattern: "/settings/import/*?", label: words.import, needs: "imports:write" },
    { to: "/settings/backup", label: words.backup, needs: "organization:write", isForOwners: true },
  ];
  return screens.filter(
    ({ needs, isForOwners }) => scopes.includes(needs) && (role === "owner" || isForOwners !== true),
  );
}
