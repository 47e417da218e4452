import { useNote } from "./use-note.ts";

export interface Draft {
  description: string;
  projectId: string | undefined;
  taskId: string | undefined;
  tags: readonly string[];
  /** Null means the task's setting or, if it has none, the project's. */
  billable: boolean | null;
}

export const emptyDraft: Draft = { description: "", projectId: undefined, taskId: undefined, tags: [], billable: null };

/** The person's draft in this organization. It survives a reload. */
export function useDraft(): [Draft, (draft: Draft) => void] {
  const { value, write } = useNote<Draft>("draft");
  return [value ?? emptyDraft, (draft) => write(draft === emptyDraft ? undefined : draft)];
}
