import { useMemo } from "react";
import { noteOf } from "#device/notes.ts";
import { useMe } from "#api/queries.ts";
import { parseNote } from "./use-note.ts";

interface RowDraft {
  entryId: string;
  text: string;
}

/** The description that the person is typing into an entry. It survives a reload. */
export function useRowDraft() {
  const { user, organization } = useMe();
  return useMemo(() => {
    const note = noteOf(user.id, organization.id, "row-draft");
    return {
      read: () => parseNote<RowDraft>(note.text()),
      keep: (draft: RowDraft): void => note.write(JSON.stringify(draft)),
      forget: (): void => note.write(undefined),
    };
  }, [user.id, organization.id]);
}
