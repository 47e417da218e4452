import type { Me } from "@stint/sdk";
import { useCallback, useState } from "react";
import type { NoticeKind } from "#api/notices.ts";
import { explainError } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { changeMe } from "./change-me.ts";

export type Preferences = Me["preferences"];

/** The person's preferences. A change applies at once and is reverted if the server refuses it. */
export function usePreferences() {
  const text = useText();
  const { preferences } = useMe();
  const [error, setError] = useState<unknown>();

  const send = useCallback((body: object, show: (before: Preferences) => Preferences, undo: typeof show): void => {
    const inMe = (replace: typeof show) => (me: Me) => ({ ...me, preferences: replace(me.preferences) });
    setError(undefined);
    changeMe(inMe(show), () => ({ preferences: body }), inMe(undo)).catch(setError);
  }, []);
  const change = useCallback(
    <Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void => {
      const set = (to: Preferences[Name]) => (shown: Preferences) => ({ ...shown, [name]: to });
      send({ [name]: value }, set(value), set(preferences[name]));
    },
    [send, preferences],
  );

  return {
    preferences,
    message: error === undefined ? "" : explainError(error, text),
    change,
    /** Turns one kind of notice on or off, by one way. */
    changeNotice(kind: NoticeKind, way: "mail" | "dashboard", isOn: boolean): void {
      const set = (to: boolean) => (shown: Preferences) => ({
        ...shown,
        notices: { ...shown.notices, [kind]: { ...shown.notices[kind], [way]: to } },
      });
      send({ notices: { [kind]: { [way]: isOn } } }, set(isOn), set(!isOn));
    },
  };
}
