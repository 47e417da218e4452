import type { Me } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { meQuery, queryClient, useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";

export type Preferences = Me["preferences"];

/** The person's preferences. A change applies at once and is reverted if the server refuses it. */
export function usePreferences() {
  const text = useText();
  const { preferences } = useMe();
  const [error, setError] = useState<unknown>();

  function apply(changes: Partial<Preferences>): void {
    queryClient.setQueryData<Me>(
      meQuery.queryKey,
      (me) => me && { ...me, preferences: { ...me.preferences, ...changes } },
    );
  }

  return {
    preferences,
    message: error === undefined ? "" : explainError(error, text),
    change<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
      const former = preferences[name];
      setError(undefined);
      // Cancels a read in flight, because it would restore the old value.
      void queryClient.cancelQueries(meQuery);
      apply({ [name]: value });
      stint.me.update({ preferences: { [name]: value } }).catch((failure: unknown) => {
        apply({ [name]: former });
        setError(failure);
      });
    },
  };
}
