import { useCallback } from "react";
import { queryClient } from "#api/queries.ts";
import { useUndoable } from "./undo.tsx";

interface Change<Done> {
  /** The toast's text, such as "Project archived". */
  label: string | ((done: Done) => string);
  /** The query keys to invalidate. */
  queries: readonly string[];
  run: () => Promise<Done>;
  revert: (done: Done) => Promise<unknown>;
}

/**
 * Returns a function that changes something on the server, refetches the affected queries, and offers to undo the
 * change.
 */
export function useChange() {
  const { did } = useUndoable();
  return useCallback(
    async <Done>({ label, queries, run, revert }: Change<Done>): Promise<Done> => {
      const refetch = () => Promise.all(queries.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      const done = await run().catch((error: unknown) => {
        // Someone else's change may be the reason for the failure, so the queries are refetched.
        void refetch();
        throw error;
      });
      const reading = refetch();
      const undo = async () => {
        try {
          await revert(done);
        } finally {
          await refetch();
        }
      };
      did(typeof label === "string" ? label : label(done), undo);
      await reading;
      return done;
    },
    [did],
  );
}
