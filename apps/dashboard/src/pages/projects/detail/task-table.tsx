import type { Project, Task } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { tasksQuery, useMe, useTasks } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { firstTask } from "#api/task-of-choice.ts";
import { useUndoable } from "#state/undo.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { Button } from "#ui/button/button.tsx";
import { sumsQuery } from "./sums-query.ts";
import { useDetailWords } from "./use-detail-words.ts";
import { useTaskActions } from "./use-task-actions.ts";

const TaskForm = lazy(() => import("./task-form.tsx").then((m) => ({ default: m.TaskForm })));

type Dialog = { kind: "form"; task: Task | undefined } | { kind: "delete"; task: Task };

/** A project's tasks, each with its time, its share of the total, and its estimate. */
export function TaskTable({ project, canWrite }: { project: Project; canWrite: boolean }) {
  const format = useFormat();
  const words = useDetailWords();
  const { shell, time: timeWords } = useText();
  const hasOthers = seesOthers(useMe());
  const query = useQuery(tasksQuery);
  const own = useTasks(project.id);
  const sums = useQuery(sumsQuery(project.id));
  const secondsOf = new Map<string | null, number>();
  for (const { key, seconds } of sums.data?.groups.flatMap(({ groups = [] }) => groups) ?? [])
    secondsOf.set(key, (secondsOf.get(key) ?? 0) + seconds);
  const secondsOn = ({ id }: Task) => secondsOf.get(id) ?? 0;
  const tasks = own.toSorted(
    (left, right) =>
      Number(left.status === "done") - Number(right.status === "done") ||
      secondsOn(right) - secondsOn(left) ||
      left.name.localeCompare(right.name),
  );
  const [dialog, setDialog] = useState<Dialog>();
  const actions = useTaskActions(project.id);
  const close = () => setDialog(undefined);
  return (
    <Panel
      title={words.tasks}
      aside={canWrite && <Button onClick={() => setDialog({ kind: "form", task: undefined })}>{words.newTask}</Button>}
    >
      {tasks.length > 0 && (
        <Table
          label={words.tasks}
          isBusy={sums.isFetching}
          rows={tasks}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.task,
              cell: ({ name, status }) => (
                <>
                  {name} {status === "done" && <span className="chip">{words.done}</span>}
                </>
              ),
            },
            {
              name: hasOthers ? words.tracked : words.yourTime,
              kind: "number",
              cell: (task) => (sums.data === undefined ? "–" : format.duration(secondsOn(task))),
            },
            {
              name: words.share,
              cell: (task) =>
                sums.data === undefined ? "–" : <ShareBar part={secondsOn(task)} whole={sums.data.totals.seconds} />,
            },
            {
              name: words.estimate,
              cell: (task) =>
                task.estimateSeconds !== null && (
                  <Estimate of={task.estimateSeconds} seconds={sums.data && secondsOn(task)} />
                ),
            },
            {
              kind: "actions",
              cell: (task) =>
                canWrite && (
                  <TaskMenu
                    task={task}
                    onDone={() => actions.setDone(task, task.status === "open")}
                    onDialog={setDialog}
                  />
                ),
            },
          ]}
        />
      )}
      {tasks.some(({ name }) => name === firstTask) && <p className="dim">{timeWords.generalTask}</p>}
      <ListState
        query={sums.error === null ? query : sums}
        empty={tasks.length === 0 && (canWrite ? words.noTasks : words.noTasksToRead)}
      />
      <Part onClose={close}>
        {dialog?.kind === "form" && (
          <TaskForm
            task={dialog.task}
            onSend={(fields) =>
              dialog.task === undefined ? actions.create(fields) : actions.update(dialog.task, fields)
            }
            onClose={close}
          />
        )}
      </Part>
      {dialog?.kind === "delete" && (
        <ConfirmDialog
          title={words.deleteTask(dialog.task.name)}
          lead={words.deleteTaskLead}
          label={shell.delete}
          onConfirm={() => actions.remove(dialog.task)}
          instead={
            dialog.task.status === "done"
              ? undefined
              : { label: words.markDone, run: () => actions.setDone(dialog.task, true) }
          }
          onClose={close}
        />
      )}
    </Panel>
  );
}

/** A task's estimate and, once the report has loaded, how much of it is used. */
function Estimate({ of, seconds }: { of: number; seconds: number | undefined }) {
  const format = useFormat();
  const words = useDetailWords();
  if (seconds === undefined) return format.duration(of);
  const share = words.ofEstimate(format.percent(of === 0 ? 0 : seconds / of));
  return <ShareBar part={seconds} whole={of} label={`${format.duration(of)} · ${share}`} />;
}

interface MenuProps {
  task: Task;
  onDone: () => Promise<unknown>;
  onDialog: (dialog: Dialog) => void;
}

function TaskMenu({ task, onDone, onDialog }: MenuProps) {
  const { shell } = useText();
  const words = useDetailWords();
  const { fail } = useUndoable();
  return (
    <MoreMenu label={shell.more(task.name)}>
      <MenuItem onClick={() => onDialog({ kind: "form", task })}>{shell.edit}</MenuItem>
      <MenuItem onClick={() => void onDone().catch(fail)}>
        {task.status === "open" ? words.markDone : words.reopen}
      </MenuItem>
      <MenuItem onClick={() => onDialog({ kind: "delete", task })}>{shell.delete}</MenuItem>
    </MoreMenu>
  );
}
