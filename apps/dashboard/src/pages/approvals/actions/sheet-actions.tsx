import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { NoteDialog } from "#parts/timesheets/note-dialog.tsx";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import type { Decider, Sheet } from "#pages/approvals/board/board.ts";
import type { Running } from "./forgotten-timers.tsx";
import { type Action, SheetPopover } from "./sheet-popover.tsx";
import type { useBatches } from "./use-batches.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

interface Props {
  sheet: Sheet;
  anchor: HTMLElement;
  name: string;
  nameOf: (userId: string) => string;
  decider: Decider;
  isRecent: boolean;
  batches: ReturnType<typeof useBatches>;
  refresh: () => Promise<unknown>;
  onStop: (timer: Running) => void;
  onClose: () => void;
}

export function SheetActions(props: Props) {
  const { sheet, anchor, name, nameOf, decider, isRecent, batches, refresh, onStop, onClose } = props;
  const words = useBoardWords();
  const periodName = usePeriodName();
  /** A decision that needs a note, for the version that the person saw when choosing it. */
  const [asked, setAsked] = useState<{ action: "reject" | "reopen"; version: number }>();

  function close(): void {
    anchor.focus();
    onClose();
  }

  function act(action: Action): void {
    if (action === "reject" || action === "reopen") return setAsked({ action, version: sheet.version });
    close();
    if (action === "stop") onStop({ userId: sheet.userId, name, startedAt: sheet.timerStartedAt ?? "" });
    else if (action === "undoApproval") void batches.undoApproval([sheet]);
    else void batches.run(action, [sheet]);
  }

  async function decide({ action, version }: NonNullable<typeof asked>, note: string): Promise<void> {
    const { id } = sheet;
    if (action === "reject") await stint.timesheets.reject(id, { note }, { ifMatch: `"${version}"` });
    else await stint.timesheets.reopenBatch({ timesheets: [{ id, version }], note });
    await refresh();
  }

  if (asked !== undefined)
    return (
      <NoteDialog
        title={words.noteTitle[asked.action](name, periodName(sheet))}
        submit={words.noteDo[asked.action]}
        onSend={(note) => decide(asked, note)}
        onClose={close}
      />
    );
  return (
    <SheetPopover
      sheet={sheet}
      name={name}
      nameOf={nameOf}
      anchor={anchor}
      decider={decider}
      isRecent={isRecent}
      onAct={act}
      onClose={close}
    />
  );
}
