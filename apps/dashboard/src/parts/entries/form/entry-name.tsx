import type { TimeEntry } from "@stint/sdk";
import { type ReactNode, useState } from "react";
import { useText } from "#i18n/text.ts";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

const CorrectEntry = apart(() => import("./correct-entry.tsx").then((m) => m.CorrectEntry)).show;

interface Props {
  entry: TimeEntry;
  /** Whether the API lets the person write the entry while it isn't locked. */
  canWrite: boolean;
  /** Replaces the description. */
  children?: ReactNode;
}

/** The description of an entry in a list of everyone's entries. Opens its form for those who may write the entry. */
export function EntryName({ entry, canWrite, children }: Props) {
  const { time } = useText();
  const [isOpen, setIsOpen] = useState(false);
  const name = children ?? (entry.description || <span className="dim">{time.noDescription}</span>);
  return (
    <>
      {canWrite ? (
        <Button kind="link" onClick={() => setIsOpen(true)}>
          {name}
        </Button>
      ) : (
        name
      )}
      {/* Stays open, with what was typed, if someone submits or locks the entry meanwhile. */}
      {isOpen && (
        <Part onClose={() => setIsOpen(false)}>
          <CorrectEntry entry={entry} onClose={() => setIsOpen(false)} />
        </Part>
      )}
    </>
  );
}
