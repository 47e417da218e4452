import { Button } from "@mantine/core";
import type { Project, Task } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { tasksQuery, useMe, useTasks } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { firstTask } from "#api/task-of-choice.ts";
import { useUndoable } from "#state/undo.tsx";
import { DeleteDialog } from "#confirm/delete-dialog.tsx";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import table from "#ui/list/table.module.css";
import { Panel } from "./panel.tsx";
import { ShareBar } from "#figures/share-bar.tsx";
import { sumsQuery } from "./sums-query.ts";
import { useDetailWords } from "./use-detail-words.ts";
import { useTaskActions } from "./use-task-actions.ts";

const TaskForm = lazy(() => import("./task-form.tsx").then((m) => ({ default: m.TaskForm })));

type Dialog = { kind: "form"; task: Task | undefined } | { kind: "delete"; task: Task };

/** A project's tasks: the time on each, its share, and its estimate. */
export function TaskTable({ project, canWrite }: { project: Project; canWrite: boolean }) {
  const words = useDetailWords();
  const { time: timeWords } = useText();
  const { role } = useMe();
  const query = useQuery(tasksQuery);
  const own = useTasks(project.id);
  const sums = useQuery(sumsQuery(project.id));
  const secondsOf = new Map<string | null, number>();
  for (const { key, seconds } of sums.data?.groups.flatMap(({ groups = [] }) => groups) ?? [])
    secondsOf.set(key, (secondsOf.get(key) ?? 0) + seconds);
  const total = sums.data?.totals.seconds ?? 0;
  const tasks = own.toSorted(
    (left, right) =>
      Number(left.status === "done") - Number(right.status === "done") ||
      (secondsOf.get(right.id) ?? 0) - (secondsOf.get(left.id) ?? 0) ||
      left.name.localeCompare(right.name),
  );
  const [dialog, setDialog] = useState<Dialog>();
  const actions = useTaskActions(project.id);
  const close = () => setDialog(undefined);
  const time = role === "member" ? words.yourTime : words.tracked;
  return (
    <Panel
      title={words.tasks}
      aside={
        canWrite && (
          <Button variant="default" onClick={() => setDialog({ kind: "form", task: undefined })}>
            {words.newTask}
          </Button>
        )
      }
    >
      {tasks.length > 0 && (
        <table className={table.table} aria-busy={sums.isFetching}>
          <thead>
            <tr>
              <th scope="col">{words.task}</th>
              <th scope="col" className={table.number}>
                {time}
              </th>
              <th scope="col">{words.share}</th>
              <th scope="col">{words.estimate}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                seconds={sums.data === undefined ? undefined : (secondsOf.get(task.id) ?? 0)}
                total={total}
                timeLabel={time}
                menu={
                  canWrite && (
                    <TaskMenu
                      task={task}
                      onDone={() => actions.setDone(task, task.status === "open")}
                      onDialog={setDialog}
                    />
                  )
                }
              />
            ))}
          </tbody>
        </table>
      )}
      {tasks.some(({ name }) => name === firstTask) && <p className={table.dim}>{timeWords.generalTask}</p>}
      <ListState
        query={sums.error === null ? query : sums}
        empty={tasks.length === 0 && (canWrite ? words.noTasks : words.noTasksToRead)}
      />
      <Suspense>
        {dialog?.kind === "form" && (
          <TaskForm
            task={dialog.task}
            onSend={(fields) =>
              dialog.task === undefined ? actions.create(fields) : actions.update(dialog.task, fields)
            }
            onClose={close}
          />
        )}
      </Suspense>
      {dialog?.kind === "delete" && (
        <DeleteDialog
          title={words.deleteTask(dialog.task.name)}
          lead={words.deleteTaskLead}
          onDelete={() => actions.remove(dialog.task)}
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

interface RowProps {
  task: Task;
  /** Undefined until the report has loaded. */
  seconds: number | undefined;
  /** The total of all tasks. */
  total: number;
  timeLabel: string;
  menu: ReactNode;
}

function TaskRow({ task, seconds, total, timeLabel, menu }: RowProps) {
  const format = useFormat();
  const words = useDetailWords();
  const estimate = task.estimateSeconds;
  return (
    <tr>
      <th scope="row">
        {task.name} {task.status === "done" && <span className={table.mark}>{words.done}</span>}
      </th>
      <td className={table.number} data-label={timeLabel}>
        {seconds === undefined ? "–" : format.duration(seconds)}
      </td>
      <td>{seconds === undefined ? "–" : <ShareBar part={seconds} whole={total} />}</td>
      <td>
        {estimate !== null && seconds === undefined && format.duration(estimate)}
        {estimate !== null && seconds !== undefined && (
          <ShareBar
            part={seconds}
            whole={estimate}
            label={`${format.duration(estimate)} · ${words.ofEstimate(format.percent(estimate === 0 ? 0 : seconds / estimate))}`}
          />
        )}
      </td>
      <td className={table.actions}>{menu}</td>
    </tr>
  );
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
