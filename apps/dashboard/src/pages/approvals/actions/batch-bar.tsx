import { X } from "lucide-react";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import type { Sheet, Task } from "#pages/approvals/board/board.ts";
import { batches, batchSize } from "#parts/entries/batches.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import classes from "./actions.module.css";

interface Props {
  approve: readonly Sheet[];
  submit: readonly Sheet[];
  running: Task | undefined;
  onRun: (task: Task, sheets: readonly Sheet[]) => void;
  onClear: () => void;
}

export function BatchBar({ approve, submit, running, onRun, onClear }: Props) {
  const words = useBoardWords();
  const format = useFormat();
  const { language } = useSettings();
  const all = [...approve, ...submit];
  const tasks = { approve, submit };
  const requests = Math.max(batches(approve).length, batches(submit).length);
  return (
    <div role="toolbar" className={`panel wrap ${classes.selection}`} aria-label={words.selection}>
      <b role="status">
        {plural(language, all.length, words.selected)} ·{" "}
        {format.duration(all.reduce((sum, { seconds }) => sum + seconds, 0))}
      </b>
      {requests > 1 && (
        <small className="small">{words.inRequests(format.number(requests), format.number(batchSize))}</small>
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
              {words.run[task](format.number(tasks[task].length))}
            </Button>
          ),
      )}
      <IconButton label={words.clear} onClick={onClear}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
