import { useMemo } from "react";
import { useMe } from "./queries.ts";

interface RowDraft {
  entryId: string;
  text: string;
}

/** The description that is being typed into an entry; it outlives a reload of the page. */
export function useRowDraft() {
  const { user, organization } = useMe();
  return useMemo(() => {
    const name = `stint-row-draft-${user.id}-${organization.id}`;
    return {
      read(): RowDraft | undefined {
        const kept = localStorage.getItem(name);
        return kept === null ? undefined : (JSON.parse(kept) as RowDraft);
      },
      keep: (draft: RowDraft): void => localStorage.setItem(name, JSON.stringify(draft)),
      forget: (): void => localStorage.removeItem(name),
    };
  }, [user.id, organization.id]);
}
