import type { SavedReport } from "@stint/sdk";
import { useMemo } from "react";
import { stint } from "#api/connection/client.ts";
import { all, defineQuery, useMe } from "#api/queries.ts";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";
import { useSavedWords } from "./use-saved-words.ts";

export const savedReportsQuery = defineQuery(["saved-reports"], () => all(stint.savedReports.list()));

/**
 * Returns a function that tells whether the person may change a saved report. Everyone may change their own; managers,
 * admins and owners may also change shared ones.
 */
export function useCanChange(): (report: SavedReport) => boolean {
  const { user, role, scopes } = useMe();
  const isManager = role === "owner" || role === "admin" || role === "manager";
  return ({ ownerId, shared }) => scopes.includes("reports:write") && (ownerId === user.id || (shared && isManager));
}

type Fields = Partial<Pick<SavedReport, "name" | "shared" | "query">>;

/** Undoable changes to saved reports. */
export function useSavedActions() {
  const words = useSavedWords();
  const change = useChange();
  return useMemo(() => {
    const queries = ["saved-reports"] as const;
    return {
      create: (fields: Required<Fields>) =>
        change({
          label: words.saved,
          queries,
          run: () => stint.savedReports.create(fields),
          revert: ({ id }) => stint.savedReports.delete(id),
        }),
      update: (report: SavedReport, fields: Fields, label: string) =>
        change({ label, queries, ...edit(stint.savedReports, report, fields) }),
      remove: ({ id, name, shared, query }: SavedReport) =>
        change({
          label: words.deleted,
          queries,
          run: () => stint.savedReports.delete(id),
          revert: () => stint.savedReports.create({ name, shared, query }),
        }),
    };
  }, [change, words]);
}
