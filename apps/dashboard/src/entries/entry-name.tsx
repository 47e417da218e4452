import type { TimeEntry } from "@stint/sdk";
import { lazy, type ReactNode, Suspense, useState } from "react";
import classes from "./entry-name.module.css";

const CorrectEntry = lazy(() => import("./correct-entry.tsx").then((m) => ({ default: m.CorrectEntry })));

interface Props {
  entry: TimeEntry;
  /** Whether the API lets the person write the entry while it isn't locked. */
  canWrite: boolean;
  children: ReactNode;
}

/** The description of an entry in a list of everyone's entries. Opens its form for those who may write the entry. */
export function EntryName({ entry, canWrite, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (!canWrite) return children;
  return (
    <>
      <button type="button" className={classes.name} onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <CorrectEntry entry={entry} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
