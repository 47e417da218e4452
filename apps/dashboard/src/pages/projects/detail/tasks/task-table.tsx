import type { Project, Task } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { tasksQuery, useMe, useTasks } from "#api/queries.ts";
import { seesOthers } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { firstTask } from "#api/task-of-choice.ts";
import { useUndoable } from "#state/undo.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { apart } from "#ui/apart.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { ShareBar } from "#parts/figures/share-bar.tsx";
import { Button } from "#ui/button/button.tsx";
import { sumsQuery } from "./sums-query.ts";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";
import { byName } from "#ui/fields/to-options.ts";
import { useTaskActions } from "./use-task-actions.ts";

const TaskForm = apart(() => import("./task-form.tsx").then((m) => m.TaskForm)).show;

type Dialog = { kind: "form"; task: Task | undefined } | { kind: "delete"; task: Task };

/** A project's tasks, each with its time, its share of the total, and its estimate. */
export function TaskTable({ project, canWrite }: { project: Project; canWrite: boolean }) {
  const words = useDetailWords();
  const { time: timeWords } = useText();
  const query = useQuery(tasksQuery);
  const { tasks, sums, secondsOn } = useTaskSums(project.id);
  const [dialog, setDialog] = useState<Dialog>();
  return (
    <Panel
      title={words.tasks}
      aside={canWrite && <Button onClick={() => setDialog({ kind: "form", task: undefined })}>{words.newTask}</Button>}
    >
      {tasks.length > 0 && (
        <TaskRows
          projectId={project.id}
          tasks={tasks}
          secondsOn={secondsOn}
          total={sums.data?.totals.seconds}
          isBusy={sums.isFetching}
          onDialog={canWrite ? setDialog : undefined}
        />
      )}
      {tasks.some(({ name }) => name === firstTask) && <p className="dim inset">{timeWords.generalTask}</p>}
      <ListState
        query={sums.error === null ? query : sums}
        empty={tasks.length === 0 && (canWrite ? words.noTasks : words.noTasksToRead)}
      />
      <TaskDialogs projectId={project.id} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Panel>
  );
}

/** The project's tasks, open ones first and then by their time. */
function useTaskSums(projectId: string) {
  const own = useTasks(projectId);
  const sums = useQuery(sumsQuery(projectId));
  const secondsOf = new Map<string | null, number>();
  for (const { key, seconds } of sums.data?.groups.flatMap(({ groups = [] }) => groups) ?? [])
    secondsOf.set(key, (secondsOf.get(key) ?? 0) + seconds);
  const secondsOn = ({ id }: Task) => secondsOf.get(id) ?? 0;
  const tasks = own.toSorted(
    (left, right) =>
      Number(left.status === "done") - Number(right.status === "done") ||
      secondsOn(right) - secondsOn(left) ||
      byName(left, right),
  );
  return { tasks, sums, secondsOn };
}

interface RowsProps {
  projectId: string;
  tasks: readonly Task[];
  secondsOn: (task: Task) => number;
  /** The time of all tasks; undefined until the report has loaded. */
  total: number | undefined;
  isBusy: boolean;
  /** Undefined for people who may only read tasks. */
  onDialog: ((dialog: Dialog) => void) | undefined;
}

function TaskRows({ projectId, tasks, secondsOn, total, isBusy, onDialog }: RowsProps) {
  const format = useFormat();
  const words = useDetailWords();
  const hasOthers = seesOthers(useMe());
  return (
    <Table
      label={words.tasks}
      isBusy={isBusy}
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
          cell: (task) => (total === undefined ? "–" : format.duration(secondsOn(task))),
        },
        {
          name: words.share,
          cell: (task) => (total === undefined ? "–" : <ShareBar part={secondsOn(task)} whole={total} />),
        },
        {
          name: words.estimate,
          cell: (task) =>
            task.estimateSeconds !== null && (
              <Estimate of={task.estimateSeconds} seconds={total === undefined ? undefined : secondsOn(task)} />
            ),
        },
        onDialog !== undefined && {
          kind: "actions",
          cell: (task) => <TaskMenu projectId={projectId} task={task} onDialog={onDialog} />,
        },
      ]}
    />
  );
}

interface DialogsProps {
  projectId: string;
  dialog: Dialog | undefined;
  onClose: () => void;
}

function TaskDialogs({ projectId, dialog, onClose }: DialogsProps) {
  const { shell } = useText();
  const words = useDetailWords();
  const actions = useTaskActions(projectId);
  if (dialog?.kind === "delete") {
    const { task } = dialog;
    return (
      <ConfirmDialog
        title={words.deleteTask(task.name)}
        lead={words.deleteTaskLead}
        label={shell.delete}
        onConfirm={() => actions.remove(task)}
        instead={task.status === "done" ? undefined : { label: words.markDone, run: () => actions.setDone(task, true) }}
        onClose={onClose}
      />
    );
  }
  return (
    <Part onClose={onClose}>
      {dialog !== undefined && (
        <TaskForm
          task={dialog.task}
          onSend={(fields) =>
            dialog.task === undefined ? actions.create(fields) : actions.update(dialog.task, fields)
          }
          onClose={onClose}
        />
      )}
    </Part>
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
  projectId: string;
  task: Task;
  onDialog: (dialog: Dialog) => void;
}

function TaskMenu({ projectId, task, onDialog }: MenuProps) {
  const { shell } = useText();
  const words = useDetailWords();
  const { fail } = useUndoable();
  const { setDone } = useTaskActions(projectId);
  return (
    <MoreMenu label={shell.more(task.name)}>
      <MenuItem onClick={() => onDialog({ kind: "form", task })}>{shell.edit}</MenuItem>
      <MenuItem onClick={() => void setDone(task, task.status === "open").catch(fail)}>
        {task.status === "open" ? words.markDone : words.reopen}
      </MenuItem>
      <MenuItem onClick={() => onDialog({ kind: "delete", task })}>{shell.delete}</MenuItem>
    </MoreMenu>
  );
}
