import { useMemo, useSyncExternalStore } from "react";
import { noteOf, onNote } from "#device/notes.ts";
import { useMe } from "#api/queries.ts";

/** A small value stored for the person in the organization. It survives a reload, and changing it re-renders. */
export function useNote<Value>(name: string) {
  const { user, organization } = useMe();
  const note = useMemo(() => noteOf(user.id, organization.id, name), [user.id, organization.id, name]);
  const text = useSyncExternalStore(onNote, note.text);
  return useMemo(
    () => ({
      value: parseNote<Value>(text),
      /** Reads the stored value instead of the rendered one, so that a later undo doesn't restore a stale value. */
      read: () => parseNote<Value>(note.text()),
      /** Undefined removes the value. */
      write: (value: Value | undefined): void => note.write(value === undefined ? undefined : JSON.stringify(value)),
    }),
    [note, text],
  );
}

export function parseNote<Value>(text: string | null): Value | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
