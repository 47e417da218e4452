import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useGo } from "#screen/use-go.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { useOpenWork } from "#api/use-open-work.ts";
import { useText } from "#i18n/text.ts";
import { useUndo } from "#state/undo.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { useTrackingView } from "#state/use-tracking.ts";
import { useScreens } from "#screen/screens.ts";
import { useTimerActions } from "#parts/entries/use-timer-actions.ts";
import { begunOf } from "#time/begun.ts";

export interface Command {
  id: string;
  name: string;
  /** Other words that people look for. */
  words?: string | undefined;
  /** Shown next to the name: "Go to", "Project". */
  kind: string;
  keys?: string;
  projectId?: string;
  /** Whether the command is listed before the person types anything. */
  isUsual: boolean;
  run: () => void;
}

/**
 * Commands that open screens or the list of shortcuts, stop the timer or undo the last action. If `isSearching`, also
 * those that start the timer on a project or continue an earlier entry, of which there may be thousands.
 */
export function useCommands(onShortcuts: () => void, isSearching: boolean): readonly Command[] {
  const { shell, time, palette, screens: names } = useText();
  const { scopes } = useMe();
  const canTrack = scopes.includes("time-entries:write");
  const screens = useScreens();
  const go = useGo();
  const { timer, entries } = useTrackingView();
  const projects = useProjects();
  const isOpen = useOpenWork();
  const { undo } = useUndo();
  const { start, stop } = useTimerActions();
  const { preferences, change } = usePreferences();
  const density = preferences.density === "comfortable" ? "compact" : "comfortable";
  const always = useMemo(
    (): Command[] => [
      ...(timer === null || !canTrack
        ? []
        : [{ id: "stop", name: time.stopTimer, kind: time.timer, keys: "S", isUsual: true, run: () => stop() }]),
      ...screens.map(({ path, name, group, key }) => ({
        id: path,
        name: group === "settings" ? shell.named(names.settings, names[name]) : names[name],
        words: palette.words[name],
        kind: palette.goTo,
        ...(key === undefined ? {} : { keys: `G ${key.toUpperCase()}` }),
        isUsual: key !== undefined,
        run: () => go(path),
      })),
      {
        id: "density",
        name: palette.rows[density],
        kind: palette.command,
        isUsual: false,
        run: () => change("density", density),
      },
      { id: "undo", name: shell.undo, kind: palette.command, keys: "Ctrl Z", isUsual: true, run: () => undo() },
      { id: "shortcuts", name: shell.shortcuts, kind: palette.command, keys: "?", isUsual: true, run: onShortcuts },
    ],
    [shell, time, palette, canTrack, names, screens, go, timer, stop, undo, onShortcuts, density, change],
  );
  return useMemo(() => {
    if (!isSearching || !canTrack) return always;
    const begun = begunOf(entries, clock.now()).slice(0, 500);
    const alike = Map.groupBy(begun.filter(isOpen), ({ description, taskId }) => `${description} ${taskId}`);
    const earlier = [...alike.values()].flatMap(([newest]) => newest ?? []);
    return [
      ...always,
      ...projects
        .filter(({ status }) => status === "active")
        .map(({ id, name }) => ({
          id: `start ${id}`,
          name,
          kind: palette.startOn,
          projectId: id,
          isUsual: false,
          run: () => start({ projectId: id, description: "", tags: [], billable: null }),
        })),
      ...earlier
        .filter(({ description }) => description !== "")
        .map(({ id, description, projectId, taskId, tags }) => ({
          id,
          name: description,
          kind: palette.goOn,
          projectId,
          isUsual: false,
          run: () => start({ projectId, taskId, description, tags, billable: null }),
        })),
    ];
  }, [always, isSearching, canTrack, palette, entries, projects, isOpen, start]);
}
