/** What the rules read of an entry. */
export interface RuledEntry {
  id: string;
  user_id: string;
  started_at: string;
  duration_seconds: number;
  description: string;
  tags: string[];
}

/** An entry that is about to be written. */
export interface Writing {
  /** The entry after the write. */
  is: RuledEntry;
  /** The entry before a change; undefined if the write makes or restores it. */
  was: RuledEntry | undefined;
  /** The rules that it was stored as breaking. */
  marks: readonly string[];
  /** A stopped timer is never refused, and the only one whose length a rule judges. */
  isTimer: boolean;
  /** Whether it has a reason to be late. */
  isExcused: boolean;
}

/** Whether the write makes or restores the entry, or changes whose time it is, when it began or how long it took. */
export function hasOtherTime({ was, is }: Pick<Writing, "was" | "is">): boolean {
  if (was === undefined || was.user_id !== is.user_id) return true;
  return was.started_at !== is.started_at || was.duration_seconds !== is.duration_seconds;
}
