import { refresh } from "#api/queries.ts";
import type { QueryName } from "#api/query-names.ts";
import { announce } from "#ui/announce.ts";

/** Ends a change that can't be undone: shows its effect, and announces it. `useChange` is for those that can. */
export async function changeForGood<Done>(work: Promise<Done>, query: QueryName, said: string): Promise<Done> {
  const done = await work;
  await refresh(query);
  announce(said);
  return done;
}
