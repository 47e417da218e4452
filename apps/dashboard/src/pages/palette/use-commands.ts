import { createElement, type ReactNode, useMemo } from "react";
import { useLocation } from "wouter";
import { clock } from "#api/client.ts";
import { useProjects } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { newLocalId } from "#api/tracking/new-local-id.ts";
import { useUndo } from "#api/undo.tsx";
import { useTrackingView } from "#api/use-tracking.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";

export interface Command {
  id: string;
  name: string;
  /** The kind, beside the name: "Go to", "Project". */
  kind: string;
  keys?: string;
  icon?: ReactNode;
  /** Shown before anything is typed. */
  isUsual: boolean;
  run: () => void;
}

/** Screens, the timer, projects to start it on and earlier entries to go on with. */
export function useCommands(): Command[] {
  const { shell, time, palette } = useText();
  const [, navigate] = useLocation();
  const { timer, entries } = useTrackingView();
  const projects = useProjects();
  const { run, undo } = useUndo();
  return useMemo(() => {
    const screens = [
      { path: "/time", name: shell.time, keys: "G T" },
      { path: "/calendar", name: shell.calendar, keys: "G C" },
      { path: "/timesheet", name: shell.timesheet, keys: "G S" },
      { path: "/projects", name: shell.projects, keys: "G P" },
      { path: "/reports", name: shell.reports, keys: "G R" },
      { path: "/team", name: shell.team, keys: "G M" },
      { path: "/settings", name: shell.settings, keys: "G O" },
      { path: "/profile", name: shell.profile, keys: "G U" },
    ];
    const start = (more: { projectId: string; taskId?: string; description: string; tags: readonly string[] }) => () =>
      run(
        {
          kind: "startTimer",
          timer: { ...more, startedAt: new Date(clock.past()).toISOString(), billable: null },
          stoppedLocalId: newLocalId(),
        },
        time.timerStarted,
      );
    const stop = () =>
      run({ kind: "stopTimer", at: new Date(clock.now()).toISOString(), localId: newLocalId() }, time.timerStopped);
    const earlier = new Map(entries.slice(0, 500).map((entry) => [`${entry.description} ${entry.taskId}`, entry]));
    const dot = (id: string) =>
      createElement(ColorDot, { color: projectColor(projects.find((project) => project.id === id)) });
    return [
      ...(timer === null
        ? []
        : [{ id: "stop", name: time.stopTimer, kind: time.timer, keys: "S", isUsual: true, run: stop }]),
      ...screens.map(({ path, name, keys }) => ({
        id: path,
        name,
        kind: palette.goTo,
        keys,
        isUsual: true,
        run: () => navigate(path),
      })),
      { id: "undo", name: shell.undo, kind: palette.command, keys: "Ctrl Z", isUsual: true, run: () => undo() },
      ...projects
        .filter(({ status }) => status === "active")
        .map(({ id, name }) => ({
          id: `start ${id}`,
          name,
          kind: palette.startOn,
          icon: dot(id),
          isUsual: false,
          run: start({ projectId: id, description: "", tags: [] }),
        })),
      ...[...earlier.values()]
        .filter(({ description }) => description !== "")
        .map(({ id, description, projectId, taskId, tags }) => ({
          id,
          name: description,
          kind: palette.goOn,
          icon: dot(projectId),
          isUsual: false,
          run: start({ projectId, taskId, description, tags }),
        })),
    ];
  }, [shell, time, palette, navigate, timer, entries, projects, run, undo]);
}
