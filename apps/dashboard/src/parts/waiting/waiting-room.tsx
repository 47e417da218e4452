import type { useNote } from "#state/drafts/use-note.ts";
import classes from "./waiting.module.css";

/** The number of lines that were shown last. */
export type Before = ReturnType<typeof useNote<number>>;

/** Keeps the room of the lines that were shown last, so that those to come move nothing. */
export function WaitingRoom({ lines = 0 }: { lines: number | undefined }) {
  if (lines === 0) return null;
  return (
    <div className={`panel lined screen-only ${classes.lines}`} aria-hidden>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} />
      ))}
    </div>
  );
}
