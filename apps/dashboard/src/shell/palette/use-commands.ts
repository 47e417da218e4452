import { ArrowRight, Keyboard, Square, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { clock } from "#api/connection/client.ts";
import { useGo } from "#screen/keys/use-go.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { useOpenWork } from "#api/use-open-work.ts";
import { useText } from "#i18n/text.ts";
import { useCommandWords } from "#i18n/words/use-command-words.ts";
import { useUndo } from "#state/undo.ts";
import { useTrackingView } from "#state/use-tracking.ts";
import { useScreens } from "#screen/screens.ts";
import { useTimerActions } from "#parts/entries/use-timer-actions.ts";
import { begunOf } from "#time/begun.ts";
import type { Command } from "./find-commands.ts";
import { useOrders, useWaitingOrders } from "./use-orders.ts";

interface Given {
  /** Whether something was typed. Only then are there projects and earlier entries, of which there may be thousands. */
  isSearching: boolean;
  onShortcuts: () => void;
  onSignOut: () => void;
}

/** The commands of the palette: those that the person has the rights for and that would have an effect now. */
export function useCommands({ isSearching, onShortcuts, onSignOut }: Given): readonly Command[] {
  const { shell, time, screens: names } = useText();
  const texts = useCommandWords();
  const { scopes } = useMe();
  const canTrack = scopes.includes("time-entries:write");
  const screens = useScreens();
  const go = useGo();
  const { timer } = useTrackingView();
  const { undo } = useUndo();
  const { stop } = useTimerActions();
  const orders = useOrders(onSignOut);
  const waiting = useWaitingOrders(isSearching);
  const places = usePlaces(isSearching, canTrack);
  return useMemo(
    (): Command[] => [
      ...(timer === null || !canTrack
        ? []
        : [
            {
              id: "stop",
              name: time.stopTimer,
              words: texts.words["stop"],
              effect: timer.description || time.timer,
              icon: Square,
              keys: "S",
              isUsual: true,
              run: () => stop(),
            },
          ]),
      ...screens.map(({ path, name, group, key, icon }) => ({
        id: path,
        name: group === "settings" ? shell.named(names.settings, names[name]) : names[name],
        words: texts.words[name],
        effect: texts.groups.screens,
        icon: icon ?? ArrowRight,
        ...(key === undefined ? {} : { keys: `G ${key.toUpperCase()}` }),
        isUsual: key !== undefined,
        group: "screens" as const,
        run: () => go(path),
      })),
      ...waiting,
      ...orders,
      { id: "undo", name: shell.undo, effect: texts.command, icon: Undo2, keys: "Ctrl Z", isUsual: true, run: undo },
      {
        id: "shortcuts",
        name: shell.shortcuts,
        words: texts.words["shortcuts"],
        effect: texts.command,
        icon: Keyboard,
        keys: "?",
        isUsual: true,
        run: onShortcuts,
      },
      ...places,
    ],
    [shell, time, texts, canTrack, names, screens, go, timer, stop, undo, onShortcuts, orders, waiting, places],
  );
}

/** Projects to track or to open, and earlier entries to continue. */
function usePlaces(isSearching: boolean, canTrack: boolean): readonly Command[] {
  const { time, entries: entryTexts } = useText();
  const texts = useCommandWords();
  const { entries } = useTrackingView();
  const projects = useProjects();
  const isOpen = useOpenWork();
  const go = useGo();
  const { start } = useTimerActions();
  return useMemo(() => {
    if (!isSearching) return [];
    const active = projects.filter(({ status }) => status === "active");
    const begun = canTrack ? begunOf(entries, clock.now()).slice(0, 500) : [];
    const alike = Map.groupBy(begun.filter(isOpen), ({ description, taskId }) => `${description} ${taskId}`);
    const earlier = [...alike.values()].flatMap(([newest]) => newest ?? []);
    return [
      ...(canTrack ? active : []).map(({ id, name }) => ({
        id: `start ${id}`,
        name,
        effect: time.startTimer,
        projectId: id,
        group: "projects" as const,
        run: () => start({ projectId: id, description: "", tags: [], billable: null }),
      })),
      ...active.map(({ id, name }) => ({
        id: `open ${id}`,
        name,
        effect: texts.openProject,
        projectId: id,
        group: "projects" as const,
        run: () => go(`/projects/${id}`),
      })),
      ...earlier
        .filter(({ description }) => description !== "")
        .map(({ id, description, projectId, taskId, tags }) => ({
          id,
          name: description,
          effect: entryTexts.continue,
          projectId,
          group: "entries" as const,
          run: () => start({ projectId, taskId, description, tags, billable: null }),
        })),
    ];
  }, [isSearching, canTrack, time, entryTexts, texts, entries, projects, isOpen, go, start]);
}
