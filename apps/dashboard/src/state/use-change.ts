import { useCallback } from "react";
import { refresh } from "#api/queries.ts";
import type { QueryName } from "#api/query-names.ts";
import { announce } from "#ui/announce.ts";
import { useUndoable } from "./undo.ts";

interface Change<Done> {
  /** The toast's text, such as "Project archived". */
  label: string | ((done: Done) => string);
  /** The queries to refetch. */
  queries: readonly QueryName[];
  run: () => Promise<Done>;
  revert: (done: Done) => Promise<unknown>;
}

/**
 * Returns a function that changes something on the server, refetches the affected queries, and offers to undo the
 * change.
 */
export function useChange() {
  const { did, apply } = useUndoable();
  return useCallback(
    async <Done>({ label, queries, run, revert }: Change<Done>): Promise<Done> => {
      const done = await apply(async () => {
        const made = await run();
        const undo = () => revert(made).finally(() => void refresh(...queries));
        did(typeof label === "string" ? label : label(made), undo);
        return made;
      }).catch((error: unknown) => {
        // Someone else's change may be the reason for the failure, so the queries are refetched.
        void refresh(...queries);
        throw error;
      });
      await refresh(...queries);
      return done;
    },
    [did, apply],
  );
}

/** Ends a change that can't be undone: shows its effect, and announces it. */
export async function changeForGood<Done>(work: Promise<Done>, query: QueryName, said: string): Promise<Done> {
  const done = await work;
  await refresh(query);
  announce(said);
  return done;
}
