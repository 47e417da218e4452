import type { Timer } from "@stint/sdk";
import { EllipsisVertical } from "lucide-react";
import { memo } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useUndoable } from "#state/undo.ts";
import { useTracked } from "#state/use-tracking.ts";
import { BillableToggle } from "#parts/entries/form/billable-toggle.tsx";
import { ProjectPicker } from "#parts/entries/choices/project-picker.tsx";
import { TagPicker } from "#parts/entries/choices/tag-picker.tsx";
import { tagsOfToken } from "#parts/entries/choices/use-token-choices.ts";
import { FavouriteToggle } from "#parts/entries/favourite-toggle.tsx";
import { useTimerActions } from "#parts/entries/use-timer-actions.ts";
import { useShortcuts } from "#screen/keys/use-shortcuts.ts";
import { apart } from "#ui/apart.ts";
import { MenuButton, MenuItem } from "#ui/menu/menu.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { RoundButton } from "#ui/button/round-button.tsx";
import { iconLook } from "#ui/button/button.tsx";
import { Pulse } from "#ui/pulse.tsx";
import { DescriptionField } from "./description-field.tsx";
import { FloatingButton } from "./floating-button.tsx";
import { RunningTime } from "./running-time.tsx";
import { StartField } from "./start-field.tsx";
import { useAppBadge } from "./tab/use-app-badge.ts";
import { useRunningTitle } from "./tab/use-running-title.ts";
import { useShortBar } from "./use-short-bar.ts";
import { useStart } from "./draft/use-start.ts";
import { useTimerDraft } from "./draft/use-timer-draft.ts";
import { useTimerGuard } from "./use-timer-guard.ts";
import classes from "./timer-bar.module.css";

const TabIcon = apart(() => import("./tab/tab-icon.tsx").then((m) => m.TabIcon)).show;

/** The timer bar on every screen: a draft of the next timer, or the running timer, which can be edited. */
export const TimerBar = memo(function TimerBar() {
  const { time } = useText();
  const timer = useTracked((view) => view.timer);
  const { scopes } = useMe();
  const { isGuarded, guard } = useTimerGuard();
  const isReadOnly = !scopes.includes("time-entries:write");
  const bar = useTimerDraft(timer);
  const { draft, setDraft, shown, change, describe } = bar;
  const starting = useStart(bar);
  const { stop } = useTimerActions();

  useShortBar();
  useAppBadge(timer !== null);
  const toggle = () => guard(() => (timer === null ? starting.start(draft.description) : stop()));
  useShortcuts(isReadOnly ? {} : { s: toggle });

  return (
    <section
      className={`screen-only row ${classes.bar}`}
      aria-label={time.timer}
      data-running={timer !== null || undefined}
    >
      {timer !== null && <Pulse />}
      <DescriptionField
        value={shown.description}
        disabled={isReadOnly}
        onChange={describe}
        onType={timer === null ? (description) => setDraft({ ...draft, description }) : undefined}
        onEnter={(typed) => {
          if (timer !== null) return describe(typed);
          if (isGuarded) setDraft({ ...draft, description: typed });
          guard(() => starting.start(typed));
        }}
        onChoose={change}
        onToken={(choice, description) =>
          change(
            choice.project === undefined
              ? { description, ...tagsOfToken(choice, shown.tags) }
              : { description, projectId: choice.project.id, taskId: choice.taskId },
          )
        }
      />
      <Fields {...{ timer, isReadOnly, bar, starting }} />
      {timer !== null && <Running timer={timer} isReadOnly={isReadOnly} />}
      <RoundButton
        label={timer === null ? time.startTimer : time.stopTimer}
        isRunning={timer !== null}
        isGuarded={isGuarded}
        disabled={isReadOnly}
        onClick={toggle}
      />
    </section>
  );
});

interface FieldsProps {
  timer: Timer | null;
  isReadOnly: boolean;
  bar: ReturnType<typeof useTimerDraft>;
  starting: ReturnType<typeof useStart>;
}

/** Everything but the description. */
function Fields({ timer, isReadOnly, bar: { shown, change }, starting }: FieldsProps) {
  const { time } = useText();
  const { run } = useUndoable();
  const { startWith, waiting, setWaiting } = starting;
  return (
    <div className={`row ${classes.parts}`}>
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
  );
}

/** The running timer's time and menu. */
function Running({ timer, isReadOnly }: { timer: Timer; isReadOnly: boolean }) {
  const { time } = useText();
  const { run } = useUndoable();
  const showInTitle = useRunningTitle(timer.description);
  return (
    <>
      <RunningTime since={timer.startedAt} onShow={showInTitle} />
      <Part>
        <TabIcon since={timer.startedAt} />
      </Part>
      <MenuButton
        {...iconLook}
        aria-label={time.moreForTimer}
        disabled={isReadOnly}
        items={
          <MenuItem onClick={() => run({ kind: "discardTimer" }, time.timerDiscarded)}>{time.discardTimer}</MenuItem>
        }
      >
        <EllipsisVertical size={16} aria-hidden />
      </MenuButton>
    </>
  );
}
