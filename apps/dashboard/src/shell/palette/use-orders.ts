import { useQuery } from "@tanstack/react-query";
import { ClipboardCheck, FolderPlus, Languages, LogOut, Plus, Receipt, Rows3, SunMoon, UserPlus } from "lucide-react";
import { useMemo } from "react";
import { unbilledClientsQuery, useMe } from "#api/queries.ts";
import type { Scope } from "#api/scopes.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { languages, nameLanguage } from "#i18n/languages.ts";
import { useText } from "#i18n/text.ts";
import { useToApprove } from "#parts/waiting/use-to-approve.ts";
import { useGo } from "#screen/use-go.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import type { Command } from "./find-commands.ts";

/**
 * Commands that create something, bill, approve, sign out, or change the language or the theme. Those that need figures
 * are read only if `isSearching`.
 */
export function useOrders(isSearching: boolean, onSignOut: () => void): readonly Command[] {
  const creating = useCreating();
  const waiting = useWaiting(isSearching);
  const preferences = usePreferenceCommands();
  const { palette, shell } = useText();
  const { email } = useMe().user;
  return useMemo(
    () => [
      ...creating,
      ...waiting,
      ...preferences,
      {
        id: "signOut",
        name: shell.signOut,
        words: palette.words["signOut"],
        effect: email,
        icon: LogOut,
        run: onSignOut,
      },
    ],
    [creating, waiting, preferences, palette, shell, email, onSignOut],
  );
}

function useCreating(): readonly Command[] {
  const { palette } = useText();
  const { scopes } = useMe();
  const go = useGo();
  return useMemo(() => {
    const forms = [
      { kind: "project", path: "/projects?new", scope: "projects:write", icon: FolderPlus },
      { kind: "client", path: "/clients?new", scope: "projects:write", icon: Plus },
      { kind: "rate", path: "/rates?new", scope: "rates:write", icon: Plus },
      { kind: "people", path: "/team?invite", scope: "members:write", icon: UserPlus },
    ] as const;
    return forms
      .filter(({ scope }) => scopes.includes(scope))
      .map(({ kind, path, icon }) => ({ id: path, ...palette.create[kind], icon, run: () => go(path) }));
  }, [palette, scopes, go]);
}

/** What the person can bill and approve. */
function useWaiting(isSearching: boolean): readonly Command[] {
  const { palette } = useText();
  const { scopes, organization } = useMe();
  const { language } = useSettings();
  const format = useFormat();
  const go = useGo();
  const may = (scope: Scope) => isSearching && scopes.includes(scope);
  const { data: clients } = useQuery({ ...unbilledClientsQuery, enabled: may("billing:write") });
  const { sheets } = useToApprove(isSearching);
  return useMemo(() => {
    const unbilled = (clients ?? [])
      .filter(({ unbilledSeconds = 0 }) => unbilledSeconds > 0)
      .toSorted((left, right) => (right.unbilledAmountMinor ?? 0) - (left.unbilledAmountMinor ?? 0));
    return [
      ...(sheets.length === 0
        ? []
        : [
            {
              id: "approve",
              name: palette.approve,
              effect: plural(language, sheets.length, palette.toApprove),
              icon: ClipboardCheck,
              run: () => go("/approvals"),
            },
          ]),
      ...unbilled.map(({ id, name, unbilledAmountMinor = 0, unbilledSeconds = 0 }) => ({
        id: `bill ${id}`,
        name: palette.bill(name),
        words: palette.words["billing"],
        effect: palette.unbilled(
          format.duration(unbilledSeconds),
          format.money(unbilledAmountMinor, organization.currency),
        ),
        icon: Receipt,
        run: () => go(`/billing/new?clientId=${id}`),
      })),
    ];
  }, [clients, sheets, palette, language, format, organization.currency, go]);
}

/** Every language, theme and height of rows other than the present one. */
function usePreferenceCommands(): readonly Command[] {
  const { palette } = useText();
  const { language } = useSettings();
  const { preferences, change } = usePreferences();
  const { theme, density } = preferences;
  return useMemo(
    () => [
      ...([null, "light", "dark"] as const)
        .filter((each) => each !== theme)
        .map((each) => ({
          id: `theme ${each}`,
          name: palette.themes[each ?? "device"],
          words: palette.words["theme"],
          effect: palette.now(palette.themes[theme ?? "device"]),
          icon: SunMoon,
          run: () => change("theme", each),
        })),
      ...(["compact", "comfortable"] as const)
        .filter((each) => each !== density)
        .map((each) => ({
          id: `density ${each}`,
          name: palette.rows[each],
          effect: palette.now(palette.rows[density]),
          icon: Rows3,
          run: () => change("density", each),
        })),
      ...languages
        .filter((each) => each !== language)
        .map((each) => ({
          id: `language ${each}`,
          name: palette.language(nameLanguage(each)),
          words: palette.words["language"],
          effect: palette.now(nameLanguage(language)),
          icon: Languages,
          run: () => change("language", each),
        })),
    ],
    [palette, language, theme, density, change],
  );
}
