import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Play, Square } from "lucide-react";
import { memo, useEffect, useMemo, useState } from "react";
import { projectsQuery, useMe, useProjects, useTasks } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { type Draft, emptyDraft, useDraft } from "#api/timer-draft.ts";
import { useUndoable } from "#api/undo.tsx";
import { useTracked } from "#api/use-tracking.tsx";
import { BillableToggle } from "#pages/parts/billable-toggle.tsx";
import { ProjectPicker } from "#pages/parts/project-picker.tsx";
import { TagPicker } from "#pages/parts/tag-picker.tsx";
import { tagsOfSign } from "#pages/parts/use-sign-choices.ts";
import { useTimerActions } from "#pages/parts/use-timer-actions.ts";
import { useTimerGuard } from "#pages/parts/use-timer-guard.ts";
import { findByName } from "#time/find-by-name.ts";
import { parseDescription } from "#time/parse-description.ts";
import { MenuButton, MenuItem } from "#ui/menu.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FloatingButton } from "./floating-button.tsx";
import { RunningTime } from "./running-time.tsx";
import { StartField } from "./start-field.tsx";
import { TabIcon } from "./tab-icon.tsx";
import { useRunningTitle } from "./use-running-title.ts";
import round from "./round-button.module.css";
import classes from "./timer-bar.module.css";

/** The timer, on every screen: what is going to run, or what runs and can be changed while it does. */
export const TimerBar = memo(function TimerBar() {
  const { time } = useText();
  const timer = useTracked((view) => view.timer);
  const { scopes } = useMe();
  const { run } = useUndoable();
  const timerActions = useTimerActions();
  const { isGuarded, guard } = useTimerGuard();
  const projects = useProjects();
  const { isPending } = useQuery(projectsQuery);
  const [draft, setDraft] = useDraft();
  /** Tells whether the timer is to be started as soon as the projects are known. */
  const [isEarly, setIsEarly] = useState(false);
  /** A timer that was to be started while there was no project. */
  const [waiting, setWaiting] = useState<Draft>();
  const showInTitle = useRunningTitle(timer?.description);
  const isReadOnly = !scopes.includes("time-entries:write");
  const usual = useUsualPlace();
  const next = draft.projectId === undefined ? { ...draft, ...usual } : draft;
  const shown: Draft = timer === null ? next : { ...timer, taskId: timer.taskId === "" ? undefined : timer.taskId };

  /** Changes the draft, or the running timer at once. */
  function change(set: Partial<Draft>): void {
    if (timer === null) return setDraft({ ...draft, ...set });
    const { projectId, ...rest } = set;
    const seen = Object.fromEntries(Object.keys(set).map((name) => [name, timer[name as keyof Draft]]));
    run({ kind: "updateTimer", set: projectId === undefined ? rest : { ...rest, projectId }, seen }, time.timerChanged);
  }

  /** Takes `@project` and `#tag` out of a typed description; the name may be the beginning of a project's. */
  function read(typed: string, from: Draft): Draft {
    const found = (name: string) => findByName(projects.filter(isActive), name)[0];
    const { description, project, tags } = parseDescription(typed, (name) => found(name) !== undefined);
    const chosen = project === undefined ? undefined : found(project);
    return {
      ...from,
      description,
      tags: [...new Set([...from.tags, ...tags])],
      ...(chosen === undefined ? {} : { projectId: chosen.id, taskId: undefined }),
    };
  }

  /** Changes what the typed description says otherwise. */
  function describe(typed: string): void {
    const { description, tags, projectId, taskId } = read(typed, shown);
    const set: Partial<Draft> = {
      ...(description === shown.description ? {} : { description }),
      ...(projectId === shown.projectId ? {} : { projectId, taskId }),
      ...(tags.length === shown.tags.length ? {} : { tags }),
    };
    if (Object.keys(set).length > 0) change(set);
  }

  /** Starts the timer with a typed description; where that needs the projects, as soon as they are known. */
  function start(typed: string): void {
    const needsProjects = parseDescription(typed).project !== undefined || next.projectId === undefined;
    if (isPending && needsProjects) {
      setDraft({ ...draft, description: typed });
      setIsEarly(true);
    } else startWith(read(typed, next));
  }

  function startWith(from: Draft): void {
    const { projectId } = from;
    if (projectId === undefined) return setWaiting(from);
    timerActions.start({ ...from, projectId });
    setDraft(emptyDraft);
  }

  useEffect(() => {
    if (!isEarly || isPending) return;
    setIsEarly(false);
    start(draft.description);
  }, [isEarly, isPending]);

  return (
    <section className={classes.bar} aria-label={time.timer} data-running={timer !== null || undefined}>
      <DescriptionField
        value={shown.description}
        disabled={isReadOnly}
        onChange={describe}
        onType={timer === null ? (description) => setDraft({ ...draft, description }) : undefined}
        onEnter={(typed) => {
          if (timer !== null) return describe(typed);
          if (isGuarded) setDraft({ ...draft, description: typed });
          guard(() => start(typed));
        }}
        onChoose={(entry) => {
          const { description, projectId, taskId, tags, billable } = entry;
          change({ description, projectId, taskId, tags, billable });
        }}
        onSign={(choice, description) =>
          change(
            choice.project === undefined
              ? { description, ...tagsOfSign(choice, shown.tags) }
              : { description, projectId: choice.project.id, taskId: choice.taskId },
          )
        }
      />
      <div className={classes.parts}>
        <ProjectPicker
          label={time.project}
          value={shown.projectId === undefined ? undefined : { projectId: shown.projectId, taskId: shown.taskId }}
          onChange={(choice) => (waiting === undefined ? change(choice) : startWith({ ...waiting, ...choice }))}
          disabled={isReadOnly}
          isWanted={waiting !== undefined}
          onClose={() => setWaiting(undefined)}
        />
        <TagPicker tags={shown.tags} onChange={(tags) => change({ tags })} disabled={isReadOnly} />
        <BillableToggle
          billable={shown.billable}
          projectId={shown.projectId}
          taskId={shown.taskId}
          onChange={(billable) => change({ billable })}
          disabled={isReadOnly}
        />
        <span className={classes.space} />
        <FloatingButton />
        {timer !== null && (
          <StartField
            startedAt={timer.startedAt}
            disabled={isReadOnly}
            onChange={(startedAt) =>
              run({ kind: "updateTimer", set: { startedAt }, seen: { startedAt: timer.startedAt } }, time.timerChanged)
            }
          />
        )}
      </div>
      {timer !== null && (
        <>
          <RunningTime since={timer.startedAt} onShow={showInTitle} />
          <TabIcon since={timer.startedAt} />
          <MenuButton
            className={classes.more}
            aria-label={time.moreForTimer}
            disabled={isReadOnly}
            items={
              <MenuItem onClick={() => run({ kind: "discardTimer" }, time.timerDiscarded)}>
                {time.discardTimer}
              </MenuItem>
            }
          >
            <EllipsisVertical size={16} aria-hidden />
          </MenuButton>
        </>
      )}
      <button
        type="button"
        className={round.button}
        data-start-stop
        data-running={timer !== null || undefined}
        aria-label={timer === null ? time.startTimer : time.stopTimer}
        disabled={isReadOnly}
        aria-disabled={isGuarded || undefined}
        onClick={() => guard(() => (timer === null ? start(draft.description) : timerActions.stop()))}
      >
        {timer === null ? <Play size={18} aria-hidden /> : <Square size={14} fill="currentColor" aria-hidden />}
      </button>
    </section>
  );
});

function isActive({ status }: { status: string }): boolean {
  return status === "active";
}

/** The place of a timer without a choice: that of the last entry that could go on, else the first project. */
function useUsualPlace(): Pick<Draft, "projectId" | "taskId"> {
  const projects = useProjects();
  const { isPending } = useQuery(projectsQuery);
  const active = useMemo(() => projects.filter(isActive), [projects]);
  const last = useTracked(({ entries }) =>
    entries.find(({ projectId }) => isPending || active.some(({ id }) => id === projectId)),
  );
  const task = useTasks(last?.projectId).find(({ id }) => id === last?.taskId);
  if (last === undefined) return { projectId: active[0]?.id, taskId: undefined };
  return { projectId: last.projectId, taskId: task?.status === "done" ? undefined : last.taskId };
}
