import { ClipboardCheck, FolderPlus, Languages, LogOut, Plus, Receipt, Rows3, SunMoon, UserPlus } from "lucide-react";
import { useMemo } from "react";
import { useMe } from "#api/queries.ts";
import { useUnbilled } from "#api/use-unbilled.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { languages, nameLanguage } from "#i18n/languages.ts";
import { useText } from "#i18n/text.ts";
import { useCommandWords } from "#i18n/words/use-command-words.ts";
import { useToApprove } from "#parts/waiting/use-to-approve.ts";
import { useGo } from "#screen/keys/use-go.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { useUndoable } from "#state/undo.ts";
import type { Command } from "./find-commands.ts";

const forms = [
  { form: "project", path: "/projects?new", needs: "projects:write", icon: FolderPlus },
  { form: "client", path: "/clients?new", needs: "projects:write", icon: Plus },
  { form: "rate", path: "/rates?new", needs: "rates:write", icon: Plus },
  { form: "people", path: "/team?invite", needs: "members:write", icon: UserPlus },
] as const;
const themes = ["device", "light", "dark"] as const;

/** Commands that open forms, change the language, the theme or the height of rows, and sign out. */
export function useOrders(onSignOut: () => void): readonly Command[] {
  const { shell } = useText();
  const texts = useCommandWords();
  const { scopes, user } = useMe();
  const { language } = useSettings();
  // The palette closes before the server replies.
  const { preferences, change } = usePreferences(useUndoable().fail);
  const theme = preferences.theme ?? "device";
  const { density } = preferences;
  const go = useGo();
  return useMemo(() => {
    const { words, now } = texts;
    const creating = forms
      .filter(({ needs }) => scopes.includes(needs))
      .map(({ form, path, icon }) => ({ id: path, ...texts.create[form], icon, run: () => go(path) }));
    const toTheme = (each: (typeof themes)[number]) => ({
      id: each,
      name: texts.themes[each],
      words: words["theme"],
      effect: now(texts.themes[theme]),
      icon: SunMoon,
      run: () => change("theme", each === "device" ? null : each),
    });
    const otherDensity = density === "compact" ? "comfortable" : "compact";
    const toLanguage = (each: typeof language) => ({
      id: each,
      name: texts.language(nameLanguage(each)),
      words: words["language"],
      effect: now(nameLanguage(language)),
      icon: Languages,
      run: () => change("language", each),
    });
    return [
      ...creating,
      ...themes.filter((each) => each !== theme).map(toTheme),
      {
        id: "density",
        name: texts.rows[otherDensity],
        effect: now(texts.rows[density]),
        icon: Rows3,
        run: () => change("density", otherDensity),
      },
      ...languages.filter((each) => each !== language).map(toLanguage),
      { id: "signOut", name: shell.signOut, words: words["signOut"], effect: user.email, icon: LogOut, run: onSignOut },
    ];
  }, [texts, shell, scopes, user.email, language, theme, density, change, go, onSignOut]);
}

/** Commands for the timesheets that wait for the person and the clients with unbilled time. Reads both if `isWanted`. */
export function useWaitingOrders(isWanted: boolean): readonly Command[] {
  const texts = useCommandWords();
  const { scopes, organization } = useMe();
  const { language } = useSettings();
  const format = useFormat();
  const go = useGo();
  const clients = useUnbilled({ groupBy: "client" }, isWanted && scopes.includes("billing:write"));
  const { sheets, hasMore } = useToApprove(isWanted);
  return useMemo(() => {
    const effect = plural(language, sheets.length, texts.toApprove, hasMore);
    const approve = { id: "approve", name: texts.approve, effect, icon: ClipboardCheck, run: () => go("/approvals") };
    const bills = (clients ?? [])
      .filter(({ key }) => key !== null)
      .map(({ key, name, amountMinor = 0, billableSeconds }) => ({
        id: key ?? "",
        name: texts.bill(name ?? ""),
        words: texts.words["billing"],
        effect: texts.unbilled(format.duration(billableSeconds), format.money(amountMinor, organization.currency)),
        icon: Receipt,
        run: () => go(`/billing/new?clientId=${key}`),
      }));
    return sheets.length === 0 ? bills : [approve, ...bills];
  }, [clients, sheets, hasMore, texts, language, format, organization.currency, go]);
}
