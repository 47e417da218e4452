import { useQuery } from "@tanstack/react-query";
import { EllipsisVertical, Play, Square } from "lucide-react";
import { memo, useEffect, useEffectEvent, useMemo, useState } from "react";
import { projectsQuery, useMe, useProjects, useTasks } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { type Draft, emptyDraft, useDraft } from "#state/drafts/timer-draft.ts";
import { useUndoable } from "#state/undo.tsx";
import { useLastBegun, useTracked } from "#state/use-tracking.tsx";
import { BillableToggle } from "#entries/billable-toggle.tsx";
import { ProjectPicker } from "#entries/choices/project-picker.tsx";
import { TagPicker } from "#entries/choices/tag-picker.tsx";
import { tagsOfSign } from "#entries/choices/use-sign-choices.ts";
import { FavouriteToggle } from "#entries/favourite-toggle.tsx";
import { useTimerActions } from "#entries/use-timer-actions.ts";
import { useTimerGuard } from "./use-timer-guard.ts";
import { useShortcuts } from "#screen/use-shortcuts.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { MenuButton, MenuItem } from "#ui/menu/menu.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FloatingButton } from "./floating-button.tsx";
import { RunningTime } from "./running-time.tsx";
import { StartField } from "./start-field.tsx";
import { TabIcon } from "./tab-icon.tsx";
import { useRunningTitle } from "./use-running-title.ts";
import round from "./round-button.module.css";
import classes from "./timer-bar.module.css";

/** The timer bar on every screen: a draft of the next timer, or the running timer, which can be edited. */
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
  /** Whether the timer should start as soon as the projects have loaded. */
  const [isEarly, setIsEarly] = useState(false);
  /** The draft of a timer that was started while there was no project. */
  const [waiting, setWaiting] = useState<Draft>();
  const showInTitle = useRunningTitle(timer?.description);
  const isReadOnly = !scopes.includes("time-entries:write");
  const usual = useUsualPlace();
  const next = draft.projectId === undefined ? { ...draft, ...usual } : draft;
  const shown: Draft = timer === null ? next : { ...timer, taskId: timer.taskId === "" ? undefined : timer.taskId };

  /** Changes the draft or, immediately, the running timer. */
  function change(set: Partial<Draft>): void {
    if (timer === null) return setDraft({ ...draft, ...set });
    const { projectId, ...rest } = set;
    const seen = Object.fromEntries(Object.keys(set).map((name) => [name, timer[name as keyof Draft]]));
    run({ kind: "updateTimer", set: projectId === undefined ? rest : { ...rest, projectId }, seen }, time.timerChanged);
  }

  /** Extracts `@project` and `#tag` from a typed description. The beginning of a project's name is enough. */
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

  /** Applies a typed description, including its `@project` and `#tag`. */
  function describe(typed: string): void {
    const { description, tags, projectId, taskId } = read(typed, shown);
    const set: Partial<Draft> = {
      ...(description === shown.description ? {} : { description }),
      ...(projectId === shown.projectId ? {} : { projectId, taskId }),
      ...(tags.length === shown.tags.length ? {} : { tags }),
    };
    if (Object.keys(set).length > 0) change(set);
  }

  /** Starts the timer with a typed description. If that requires the projects, waits until they have loaded. */
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

  const isReady = isEarly && !isPending;
  const startLate = useEffectEvent(() => {
    setIsEarly(false);
    start(draft.description);
  });
  useEffect(() => {
    if (isReady) startLate();
  }, [isReady]);

  const toggle = () => guard(() => (timer === null ? start(draft.description) : timerActions.stop()));
  useShortcuts(isReadOnly ? {} : { s: toggle });

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
        onChoose={change}
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
        <FavouriteToggle
          projectId={shown.projectId}
          taskId={shown.taskId}
          description={shown.description}
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
        data-running={timer !== null || undefined}
        aria-label={timer === null ? time.startTimer : time.stopTimer}
        disabled={isReadOnly}
        aria-disabled={isGuarded || undefined}
        onClick={toggle}
      >
        {timer === null ? <Play size={18} aria-hidden /> : <Square size={14} fill="currentColor" aria-hidden />}
      </button>
    </section>
  );
});

function isActive({ status }: { status: string }): boolean {
  return status === "active";
}

/**
 * The default project and task: those of the most recently started entry that can be continued, or else the only
 * project. If there are several projects and no such entry, there is no default.
 */
function useUsualPlace(): Pick<Draft, "projectId" | "taskId"> {
  const projects = useProjects();
  const { isPending } = useQuery(projectsQuery);
  const active = useMemo(() => projects.filter(isActive), [projects]);
  const { last } = useLastBegun(({ projectId }) => isPending || active.some(({ id }) => id === projectId));
  const task = useTasks(last?.projectId).find(({ id }) => id === last?.taskId);
  if (last === undefined) return { projectId: active.length === 1 ? active[0]?.id : undefined, taskId: undefined };
  return { projectId: last.projectId, taskId: task?.status === "done" ? undefined : last.taskId };
}
