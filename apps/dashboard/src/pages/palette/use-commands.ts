import { useMemo } from "react";
import { useGo } from "#pages/parts/use-go.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { useUndo } from "#api/undo.tsx";
import { useTrackingView } from "#api/use-tracking.tsx";
import { useSettingsScreens } from "#pages/parts/use-settings-screens.ts";
import { useTimerActions } from "#pages/parts/use-timer-actions.ts";

export interface Command {
  id: string;
  name: string;
  /** The kind, beside the name: "Go to", "Project". */
  kind: string;
  keys?: string;
  projectId?: string;
  /** Shown before anything is typed. */
  isUsual: boolean;
  run: () => void;
}

/** Screens, the sheet of keys, the timer, projects to start it on and earlier entries to go on with. */
export function useCommands(onShortcuts: () => void): Command[] {
  const { shell, time, palette } = useText();
  const { scopes } = useMe();
  const [canSeeMoney, canTrack] = [scopes.includes("costs:read"), scopes.includes("time-entries:write")];
  const settings = useSettingsScreens();
  const go = useGo();
  const { timer, entries } = useTrackingView();
  const projects = useProjects();
  const { undo } = useUndo();
  const { start, stop } = useTimerActions();
  return useMemo(() => {
    const screens: { path: string; name: string; keys?: string }[] = [
      { path: "/time", name: shell.time, keys: "G T" },
      { path: "/calendar", name: shell.calendar, keys: "G C" },
      { path: "/timesheet", name: shell.timesheet, keys: "G S" },
      { path: "/projects", name: shell.projects, keys: "G P" },
      { path: "/clients", name: shell.clients },
      { path: "/tags", name: shell.tags },
      ...(canSeeMoney ? [{ path: "/rates", name: shell.rates }] : []),
      { path: "/reports", name: shell.reports, keys: "G R" },
      { path: "/team", name: shell.team, keys: "G M" },
      { path: "/settings", name: shell.settings, keys: "G O" },
      // The first of them is the one before.
      ...settings.slice(1).map(({ to, label }) => ({ path: to, name: `${shell.settings}: ${label}` })),
      { path: "/blog", name: shell.blog },
      { path: "/profile", name: shell.profile, keys: "G U" },
    ];
    const earlier = new Map(entries.slice(0, 500).map((entry) => [`${entry.description} ${entry.taskId}`, entry]));
    return [
      ...(timer === null || !canTrack
        ? []
        : [{ id: "stop", name: time.stopTimer, kind: time.timer, keys: "S", isUsual: true, run: () => stop() }]),
      ...screens.map(({ path, name, keys }) => ({
        id: path,
        name,
        kind: palette.goTo,
        ...(keys === undefined ? {} : { keys }),
        isUsual: keys !== undefined,
        run: () => go(path),
      })),
      { id: "undo", name: shell.undo, kind: palette.command, keys: "Ctrl Z", isUsual: true, run: () => undo() },
      { id: "shortcuts", name: shell.shortcuts, kind: palette.command, keys: "?", isUsual: true, run: onShortcuts },
      ...projects
        .filter(({ status }) => canTrack && status === "active")
        .map(({ id, name }) => ({
          id: `start ${id}`,
          name,
          kind: palette.startOn,
          projectId: id,
          isUsual: false,
          run: () => start({ projectId: id, description: "", tags: [], billable: null }),
        })),
      ...[...earlier.values()]
        .filter(({ description }) => canTrack && description !== "")
        .map(({ id, description, projectId, taskId, tags }) => ({
          id,
          name: description,
          kind: palette.goOn,
          projectId,
          isUsual: false,
          run: () => start({ projectId, taskId, description, tags, billable: null }),
        })),
    ];
  }, [
    shell,
    time,
    palette,
    canSeeMoney,
    canTrack,
    settings,
    go,
    timer,
    entries,
    projects,
    start,
    stop,
    undo,
    onShortcuts,
  ]);
}
