import { useId, useRef } from "react";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { StatusBadge } from "#parts/timesheets/status-badge.tsx";
import { Popover } from "#ui/menu/popover.tsx";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { mayDecide } from "#parts/timesheets/deciding.ts";
import type { Decider, Sheet } from "#pages/approvals/board/board.ts";
import { useNotable } from "#parts/timesheets/use-notable.ts";
import { useSheetWords } from "#parts/timesheets/use-sheet-words.ts";
import { Button } from "#ui/button/button.tsx";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

export type Action = "approve" | "submit" | "reject" | "reopen" | "undoApproval" | "stop";

interface Props {
  sheet: Sheet;
  name: string;
  /** Returns the name of a person who submitted or decided. */
  nameOf: (userId: string) => string;
  anchor: HTMLElement;
  decider: Decider;
  /** Whether the person approved the timesheet so recently that reopening it needs no note. */
  isRecent: boolean;
  onAct: (action: Action) => void;
  onClose: () => void;
}

export function SheetPopover({ sheet, name, nameOf, anchor, decider, isRecent, onAct, onClose }: Props) {
  const words = useBoardWords();
  const sheetWords = useSheetWords();
  const format = useFormat();
  const notable = useNotable()(sheet);
  const periodName = usePeriodName();
  const titleId = useId();
  const ref = useRef(anchor);
  const { status, decidedAt, decidedBy, submittedAt, submittedBy, note } = sheet;
  const wasDecided = decidedAt !== null && status !== "submitted";
  const actions = actionsOf(sheet, decider, isRecent);
  return (
    <Popover anchor={ref} align="center" width={320} labelledBy={titleId} className="stack" onClose={onClose}>
      <h2 id={titleId}>
        {name} · {periodName(sheet)}
      </h2>
      <p className="wrap">
        <StatusBadge status={status} />
        <b>{format.duration(sheet.seconds)}</b> {sheetWords.billable(format.duration(sheet.billableSeconds))}
      </p>
      {notable.length > 0 && (
        <ul className="list warn">
          {notable.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {status === "submitted" && submittedAt !== null && (
        <p className="dim">{sheetWords.submittedBy(nameOf(submittedBy ?? ""), format.moment(submittedAt))}</p>
      )}
      {wasDecided && <p className="dim">{sheetWords.decidedBy(nameOf(decidedBy ?? ""), format.moment(decidedAt))}</p>}
      {note !== null && <blockquote>{note}</blockquote>}
      {status === "submitted" && sheet.userId === decider.userId && !decider.ownApproval && (
        <p className="dim">{words.ownNote}</p>
      )}
      <div className="wrap">
        {actions.map((action, at) => (
          <Button
            key={action}
            isSmall
            kind={at === 0 && (action === "approve" || action === "stop") ? "main" : "plain"}
            data-autofocus={at === 0 || undefined}
            onClick={() => onAct(action)}
          >
            {action === "submit" ? words.submitFor(name) : words.actions[action]}
          </Button>
        ))}
        <Link href={`/timesheets/${sheet.id}`} data-autofocus={actions.length === 0 || undefined}>
          {words.openSheet}
        </Link>
      </div>
    </Popover>
  );
}

function actionsOf(sheet: Sheet, decider: Decider, isRecent: boolean): Action[] {
  const { status, timerStartedAt, periodStart } = sheet;
  if (status === "submitted") return mayDecide(sheet, decider) ? ["approve", "reject"] : [];
  if (status === "approved") {
    if (!mayDecide(sheet, decider)) return [];
    return [isRecent ? "undoApproval" : "reopen"];
  }
  if (timerStartedAt !== null) return ["stop"];
  return decider.canSubmit && periodStart <= decider.today ? ["submit"] : [];
}
