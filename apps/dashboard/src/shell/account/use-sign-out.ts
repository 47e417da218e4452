import { useCallback } from "react";
import { useMe } from "#api/queries.ts";
import { signOut } from "#state/session/sign-out.ts";
import { useTracking } from "#state/use-tracking.ts";

/** Returns a function that signs out, or asks first if changes have not been sent. */
export function useSignOut(onAsk: () => void): () => void {
  const tracking = useTracking();
  const { key } = useMe();
  return useCallback(
    () => (tracking.getView().queue.length > 0 ? onAsk() : void signOut(tracking, key.id)),
    [tracking, key.id, onAsk],
  );
}
