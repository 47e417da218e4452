import { useCallback, useSyncExternalStore } from "react";
import { useMe } from "./queries.ts";

/** The content of the timer bar before the timer is started. */
export interface Draft {
  description: string;
  projectId: string | undefined;
  taskId: string | undefined;
  tags: readonly string[];
  /** Null: as the task, else the project says. */
  billable: boolean | null;
}

export const emptyDraft: Draft = { description: "", projectId: undefined, taskId: undefined, tags: [], billable: null };
const changed = "stint-draft";

/** The draft of the person in the organization; it outlives a reload of the page. */
export function useDraft(): [Draft, (draft: Draft) => void] {
  const { user, organization } = useMe();
  const name = `stint-draft-${user.id}-${organization.id}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(name));
  const keep = useCallback(
    (draft: Draft) => {
      localStorage.setItem(name, JSON.stringify(draft));
      dispatchEvent(new Event(changed));
    },
    [name],
  );
  return [text === null ? emptyDraft : (JSON.parse(text) as Draft), keep];
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}
