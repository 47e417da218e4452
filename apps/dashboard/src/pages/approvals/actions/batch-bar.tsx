import { X } from "lucide-react";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import type { Sheet, Task } from "#parts/timesheets/board.ts";
import { batches, batchSize } from "#parts/entries/batches.ts";
import { KeyName } from "#parts/timesheets/key-name.tsx";
import { useFaults } from "#parts/timesheets/use-notable.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import classes from "./actions.module.css";

interface Props {
  approve: readonly Sheet[];
  submit: readonly Sheet[];
  running: Task | undefined;
  onRun: (task: Task, sheets: readonly Sheet[]) => void;
  onSendBack: () => void;
  onClear: () => void;
}

export function BatchBar({ approve, submit, running, onRun, onSendBack, onClear }: Props) {
  const words = useBoardWords();
  const format = useFormat();
  const { language } = useSettings();
  const faultsOf = useFaults();
  const all = [...approve, ...submit];
  const tasks = { approve, submit };
  const sum = (figureOf: (sheet: Sheet) => number | null) =>
    all.reduce((before, sheet) => before + (figureOf(sheet) ?? 0), 0);
  const faults = {
    missingDays: sum((sheet) => sheet.missingDays),
    overlaps: sum((sheet) => sheet.overlaps),
    breaks: sum((sheet) => sheet.breaks),
  };
  const requests = Math.max(batches(approve).length, batches(submit).length);
  return (
    <div role="toolbar" className="panel wrap selection" aria-label={words.selection}>
      <b role="status">
        {plural(language, all.length, words.selected)}{" "}
        <span className={`dim ${classes.figures}`}>
          {[format.duration(sum((sheet) => sheet.seconds)), ...faultsOf(faults)].join(" · ")}
        </span>
      </b>
      {requests > 1 && (
        <small className="small">{words.inRequests(format.number(requests), format.number(batchSize))}</small>
      )}
      {approve.length > 0 && (
        <Button disabled={running !== undefined} onClick={onSendBack}>
          {words.sendBackDots} <KeyName name="R" />
        </Button>
      )}
      {(["submit", "approve"] as const).map(
        (task) =>
          tasks[task].length > 0 && (
            <Button
              key={task}
              kind={task === "approve" ? "main" : "plain"}
              isBusy={running === task}
              disabled={running !== undefined && running !== task}
              onClick={() => onRun(task, tasks[task])}
            >
              {words.run[task](format.number(tasks[task].length))} {task === "approve" && <KeyName name="A" />}
            </Button>
          ),
      )}
      <IconButton label={words.clear} onClick={onClear}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
