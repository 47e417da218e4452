import { useEffect, useEffectEvent, useRef } from "react";
import { useRowDraft } from "#state/drafts/row-draft.ts";
import type { ListItem } from "./list-items.ts";

/** After a reload, reopens the row whose description was being edited. */
export function useRestoredEdit(items: readonly ListItem[], canWrite: boolean, edit: (key: string) => void): void {
  const draft = useRowDraft();
  const isRestored = useRef(false);
  const hasItems = items.length > 0;
  const restore = useEffectEvent(() => {
    if (isRestored.current) return;
    isRestored.current = true;
    const kept = draft.read();
    const item = items.find((each) => each.kind === "entry" && each.entry.id === kept?.entryId);
    if (item?.kind === "entry" && canWrite && !item.entry.locked) edit(item.key);
    else if (kept !== undefined) draft.forget();
  });
  useEffect(() => {
    if (hasItems) restore();
  }, [hasItems]);
}
