import { Menu } from "@mantine/core";
import { EllipsisVertical, Play, Square } from "lucide-react";
import { clock, stint } from "#api/client.ts";
import { projectsQuery, queryClient, tasksQuery, useMe, useProjects } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { newLocalId } from "#api/tracking/new-local-id.ts";
import { type Draft, emptyDraft, useDraft } from "#api/timer-draft.ts";
import { useUndo } from "#api/undo.tsx";
import { useTracking, useTrackingView } from "#api/use-tracking.tsx";
import { BillableToggle } from "#pages/parts/billable-toggle.tsx";
import { ProjectPicker } from "#pages/parts/project-picker.tsx";
import { TagPicker } from "#pages/parts/tag-picker.tsx";
import { findByName } from "#time/find-by-name.ts";
import { parseDescription } from "#time/parse-description.ts";
import { DescriptionField } from "./description-field.tsx";
import { RunningTime } from "./running-time.tsx";
import { StartField } from "./start-field.tsx";
import classes from "./timer-bar.module.css";

/** The timer, on every screen: what is going to run, or what runs and can be changed while it does. */
export function TimerBar() {
  const { time } = useText();
  const { timer } = useTrackingView();
  const { scopes } = useMe();
  const { run } = useUndo();
  const tracking = useTracking();
  const projects = useProjects();
  const [draft, setDraft] = useDraft();
  const isReadOnly = !scopes.includes("time-entries:write");
  const shown: Draft = timer === null ? draft : { ...timer, taskId: timer.taskId === "" ? undefined : timer.taskId };

  /** Changes the draft, or the running timer at once. */
  function change(set: Partial<Draft>): void {
    if (timer === null) return setDraft({ ...draft, ...set });
    const { projectId, ...rest } = set;
    const seen = Object.fromEntries(Object.keys(set).map((name) => [name, timer[name as keyof Draft]]));
    run({ kind: "updateTimer", set: projectId === undefined ? rest : { ...rest, projectId }, seen }, time.timerChanged);
  }

  /** Takes `@project` and `#tag` out of the description; the project typed so may also be one of its tasks. */
  function describe(typed: string): void {
    const { description, project, tags } = parseDescription(typed);
    const [found] = project === undefined ? [] : findByName(projects.filter(isActive), project);
    const added = tags.filter((tag) => !shown.tags.includes(tag));
    const set: Partial<Draft> = {
      ...(description === shown.description ? {} : { description }),
      ...(found === undefined ? {} : { projectId: found.id, taskId: undefined }),
      ...(added.length === 0 ? {} : { tags: [...shown.tags, ...added] }),
    };
    if (Object.keys(set).length > 0) change(set);
  }

  function start(from: Draft): void {
    const projectId = from.projectId ?? lastProject(tracking.getView().entries) ?? projects.find(isActive)?.id;
    if (projectId === undefined) return;
    const { taskId, description, tags, billable } = from;
    const startedAt = new Date(clock.past()).toISOString();
    const started = { projectId, taskId, startedAt, description, tags, billable };
    run({ kind: "startTimer", timer: started, stoppedLocalId: newLocalId() }, time.timerStarted);
    setDraft(emptyDraft);
  }

  function stop(): void {
    run({ kind: "stopTimer", at: new Date(clock.now()).toISOString(), localId: newLocalId() }, time.timerStopped);
  }

  async function createProject(name: string): Promise<string> {
    const project = await stint.projects.create({ name });
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: tasksQuery(project.id).queryKey });
    return project.id;
  }

  return (
    <section className={classes.bar} aria-label={time.timer} data-running={timer !== null || undefined}>
      <DescriptionField
        value={shown.description}
        disabled={isReadOnly}
        onChange={describe}
        onType={timer === null ? (description) => setDraft({ ...draft, description }) : undefined}
        onEnter={(typed) => {
          const { description, project, tags } = parseDescription(typed);
          const [found] = project === undefined ? [] : findByName(projects.filter(isActive), project);
          if (timer !== null) return describe(typed);
          start({
            ...draft,
            description,
            tags: [...new Set([...draft.tags, ...tags])],
            ...(found === undefined ? {} : { projectId: found.id, taskId: undefined }),
          });
        }}
        onChoose={(entry) => {
          const { description, projectId, taskId, tags, billable } = entry;
          change({ description, projectId, taskId, tags, billable });
        }}
      />
      <div className={classes.parts}>
        <ProjectPicker
          label={time.project}
          value={shown.projectId === undefined ? undefined : { projectId: shown.projectId, taskId: shown.taskId }}
          onChange={({ projectId, taskId }) => change({ projectId, taskId })}
          onCreate={createProject}
          disabled={isReadOnly}
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
        {timer !== null && (
          <>
            <StartField
              startedAt={timer.startedAt}
              disabled={isReadOnly}
              onChange={(startedAt) =>
                run(
                  { kind: "updateTimer", set: { startedAt }, seen: { startedAt: timer.startedAt } },
                  time.timerChanged,
                )
              }
            />
            <RunningTime since={timer.startedAt} description={timer.description} />
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <button type="button" className={classes.more} aria-label={time.moreForTimer} disabled={isReadOnly}>
                  <EllipsisVertical size={16} aria-hidden />
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => run({ kind: "discardTimer" }, time.timerDiscarded)}>
                  {time.discardTimer}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
        <button
          type="button"
          className={classes.button}
          data-start-stop
          data-running={timer !== null || undefined}
          aria-label={timer === null ? time.startTimer : time.stopTimer}
          disabled={isReadOnly}
          onClick={() => (timer === null ? start(draft) : stop())}
        >
          {timer === null ? <Play size={18} aria-hidden /> : <Square size={14} fill="currentColor" aria-hidden />}
        </button>
      </div>
    </section>
  );
}

function isActive({ status }: { status: string }): boolean {
  return status === "active";
}

function lastProject(entries: readonly { projectId: string }[]): string | undefined {
  return entries[0]?.projectId;
}
