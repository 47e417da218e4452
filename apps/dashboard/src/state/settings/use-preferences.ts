import type { Me } from "@stint/sdk";
import { useMemo, useState } from "react";
import type { NoticeKind } from "#api/notices.ts";
import { explainError } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { changeMe } from "./change-me.ts";

export type Preferences = Me["preferences"];

/** The person's preferences. A change applies at once and is reverted if the server refuses it. */
export function usePreferences(onError?: (error: unknown) => void) {
  const text = useText();
  const { preferences } = useMe();
  const [error, setError] = useState<unknown>();

  return useMemo(() => {
    function change(body: object, show: (preferences: Preferences) => Preferences, undo: typeof show): void {
      const inMe = (replace: typeof show) => (me: Me) => ({ ...me, preferences: replace(me.preferences) });
      setError(undefined);
      changeMe(inMe(show), () => ({ preferences: body }), inMe(undo)).catch(onError ?? setError);
    }

    return {
      preferences,
      message: error === undefined ? "" : explainError(error, text),
      change<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
        const set = (to: Preferences[Name]) => (shown: Preferences) => ({ ...shown, [name]: to });
        change({ [name]: value }, set(value), set(preferences[name]));
      },
      /** Turns one kind of notice on or off, by one way. */
      changeNotice(kind: NoticeKind, way: "mail" | "dashboard", isOn: boolean): void {
        const set = (to: boolean) => (shown: Preferences) => ({
          ...shown,
          notices: { ...shown.notices, [kind]: { ...shown.notices[kind], [way]: to } },
        });
        change({ notices: { [kind]: { [way]: isOn } } }, set(isOn), set(!isOn));
      },
    };
  }, [preferences, error, text, onError]);
}
