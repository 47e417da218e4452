import { useCallback, useMemo, useState } from "react";
import { useMe } from "#api/queries.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useNow } from "#state/use-now.ts";
import { ListState } from "#ui/list/list-state.tsx";
import type { Sheet } from "./board/board.ts";
import { type Approvals, useBoard } from "./board/use-board.ts";
import { BoardGrid } from "./grid/board-grid.tsx";
import { BoardTools } from "./board-tools.tsx";
import { ForgottenTimers, type Running } from "./actions/forgotten-timers.tsx";
import { drop, nonePicked, type Picked, sortPicked } from "./board/picked.ts";
import { isRecent } from "#parts/timesheets/deciding.ts";
import { useMedia } from "#ui/theme/use-media.ts";
import { PhoneList } from "./grid/phone-list.tsx";
import { RefusedBatch } from "./actions/refused-batch.tsx";
import { BatchBar } from "./actions/batch-bar.tsx";
import { SheetActions } from "./actions/sheet-actions.tsx";
import { StopTimerDialog } from "./actions/stop-timer-dialog.tsx";
import { UndoApproval } from "./actions/undo-approval.tsx";
import { useBatches } from "./actions/use-batches.ts";
import { useBoardWords } from "./board/use-board-words.ts";

/** The board of timesheets, for people with the right to decide on some of them. */
export function BoardScreen({ approvals }: { approvals: Approvals }) {
  const words = useBoardWords();
  const { user } = useMe();
  const now = useNow();
  const { period: kind, graceMinutes } = approvals;
  const { today, tools, filter, query, board, sheets, decider, rows, counts, isPartlyChecked, nameOf } = useBoard(
    approvals,
    now,
  );
  const { show } = tools.address;
  const [picked, setPicked] = useState<Picked>(nonePicked);
  const sorted = useMemo(() => sortPicked(picked, sheets, decider), [picked, sheets, decider]);
  const { changed } = sorted;
  const refresh = query.refetch;
  const batches = useBatches({
    graceMinutes,
    onSettled: useCallback((ids: readonly string[]) => setPicked((before) => drop(before, ids)), []),
    refresh,
  });
  const [opened, setOpened] = useState<{ sheet: Sheet; anchor: HTMLElement }>();
  const shown = opened && (sheets.get(opened.sheet.id) ?? opened.sheet);
  const [timer, setTimer] = useState<Running>();
  const isNarrow = useMedia("screen and (max-width: 61.25em)");
  const List = isNarrow ? PhoneList : BoardGrid;
  return (
    <>
      <PageHead
        call={{
          operation: "timesheets.grid",
          query: filter,
        }}
      />
      <BoardTools {...tools} kind={kind} today={today} counts={counts} />
      <ForgottenTimers rows={board.rows} onStop={setTimer} />
      {isPartlyChecked && <p className="dim apart">{words.notCheckedNote}</p>}
      <UndoApproval
        sheets={sheets}
        userId={user.id}
        graceMinutes={graceMinutes}
        now={now}
        onTakeBack={batches.undoApproval}
      />
      <RefusedBatch
        refusal={batches.refusal}
        changed={batches.running === undefined ? changed : []}
        nameOf={nameOf}
        onClose={() => {
          batches.dismiss();
          setPicked((before) =>
            drop(
              before,
              changed.map(({ id }) => id),
            ),
          );
        }}
      />
      {board.periods.length > 0 && (
        <List
          periods={board.periods}
          rows={rows}
          show={show}
          decider={decider}
          picked={picked}
          isBusy={query.isFetching}
          onPick={setPicked}
          onOpen={(sheet, anchor) => setOpened({ sheet, anchor })}
        />
      )}
      <ListState
        query={query}
        empty={
          query.data === undefined
            ? undefined
            : board.rows.length === 0
              ? words.nobody
              : rows.length === 0 && words.nothingShown
        }
      />
      {sorted.approve.length + sorted.submit.length > 0 && (
        <BatchBar
          {...sorted}
          running={batches.running}
          onRun={(task, chosen) => void batches.run(task, chosen).then(focusGrid)}
          onClear={() => setPicked(nonePicked)}
        />
      )}
      {opened !== undefined && shown !== undefined && (
        <SheetActions
          sheet={shown}
          anchor={opened.anchor}
          name={nameOf(shown.userId)}
          nameOf={nameOf}
          decider={decider}
          isRecent={isRecent(shown, user.id, graceMinutes, now)}
          batches={batches}
          refresh={refresh}
          onStop={setTimer}
          onClose={() => setOpened(undefined)}
        />
      )}
      {timer !== undefined && <StopTimerDialog {...timer} onStopped={refresh} onClose={() => setTimer(undefined)} />}
    </>
  );
}

/** Returns the focus to the grid when the bar of actions disappears. */
function focusGrid(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("[data-cell][tabindex='0']")?.focus({ preventScroll: true });
}
