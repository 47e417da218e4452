/** The parts of an entry that the rules read. */
export interface RuledEntry {
  id: string;
  user_id: string;
  started_at: string;
  duration_seconds: number;
  description: string;
  tags: string[];
}

export interface Writing {
  /** The entry after the write. */
  is: RuledEntry;
  /** The entry before the write; undefined if the write creates or restores it. */
  was: RuledEntry | undefined;
  /** The rules that the stored entry is marked as breaking. */
  marks: readonly string[];
  /** Whether the entry is a stopped timer: stopping is never refused, and only timers have a maximum length. */
  isTimer: boolean;
  /** Whether a reason was given for the late write. */
  isExcused: boolean;
}

/** Whether the write creates or restores the entry, or changes its member, start or duration. */
export function hasOtherTime({ was, is }: Pick<Writing, "was" | "is">): boolean {
  if (was === undefined || was.user_id !== is.user_id) return true;
  return was.started_at !== is.started_at || was.duration_seconds !== is.duration_seconds;
}
