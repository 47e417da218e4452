import { useCallback, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { PageHead } from "#screen/page-head.tsx";
import { useNow } from "#state/use-now.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { afterClosing } from "#ui/dialog/after-closing.ts";
import { type Sheet, taskOf } from "#parts/timesheets/board.ts";
import { type Approvals, useBoard } from "./board/use-board.ts";
import { BoardGrid } from "./grid/board-grid.tsx";
import { OlderSheets } from "./actions/older-sheets.tsx";
import { BoardTools } from "./board-tools.tsx";
import { ForgottenTimers } from "./actions/forgotten-timers.tsx";
import { drop, nonePicked, type Picked, sortPicked } from "./board/picked.ts";
import { useMedia } from "#ui/theme/use-media.ts";
import { PhoneList } from "./grid/phone-list.tsx";
import { RefusedBatch } from "./actions/refused-batch.tsx";
import { BatchBar } from "./actions/batch-bar.tsx";
import { SendBackDialog } from "./actions/send-back-dialog.tsx";
import { useBatches } from "./actions/use-batches.ts";
import { useBoardWords } from "./board/use-board-words.ts";

/** The board of timesheets, for people with the right to decide on some of them. */
export function BoardScreen({ approvals }: { approvals: Approvals }) {
  const words = useBoardWords();
  const now = useNow();
  const { period: kind, graceMinutes } = approvals;
  const { today, tools, filter, query, board, sheets, decider, rows, waiting, counts, isPartlyChecked, nameOf } =
    useBoard(approvals, now);
  const { show } = tools.address;
  const [picked, setPicked] = useState<Picked>(nonePicked);
  const sorted = useMemo(() => sortPicked(picked, sheets, decider), [picked, sheets, decider]);
  const { changed } = sorted;
  const settle = useCallback((ids: readonly string[]) => setPicked((before) => drop(before, ids)), []);
  const batches = useBatches({ graceMinutes, onSettled: settle });
  const [, navigate] = useLocation();
  const search = useSearch();
  /** The timesheets to send back, for which the person is writing a note. */
  const [asked, setAsked] = useState<readonly Sheet[]>([]);
  const isNarrow = useMedia("screen and (max-width: 61.25em)");
  const List = isNarrow ? PhoneList : BoardGrid;

  /** Decides about the selected timesheets, or about `sheet` if none is selected. */
  function decide(verb: "approve" | "reject", sheet: Sheet | undefined): void {
    // A second press would send versions that the first one is changing.
    if (batches.running !== undefined) return;
    const one = sheet !== undefined && taskOf(sheet, decider) === "approve" ? [sheet] : [];
    const chosen = sorted.approve.length > 0 ? sorted.approve : one;
    if (verb === "reject") setAsked(chosen);
    else if (chosen.length > 0) void batches.run("approve", chosen);
  }

  return (
    <>
      <PageHead call={{ operation: "timesheets.grid", query: filter }} />
      <BoardTools {...tools} kind={kind} today={today} counts={counts} />
      <OlderSheets kind={kind} from={tools.address.range.from} />
      <ForgottenTimers rows={board.rows} />
      {isPartlyChecked && <p className="dim apart">{words.notCheckedNote}</p>}
      <RefusedBatch
        refusal={batches.refusal}
        changed={batches.running === undefined ? changed : []}
        nameOf={nameOf}
        onClose={() => {
          batches.dismiss();
          settle(changed.map(({ id }) => id));
        }}
      />
      {board.periods.length > 0 && (
        <List
          key={`${filter.from} ${filter.to}`}
          periods={board.periods}
          rows={rows}
          show={show}
          decider={decider}
          waiting={waiting}
          picked={picked}
          isBusy={query.isFetching}
          onPick={setPicked}
          onOpen={({ id }) => navigate(`/timesheets/${id}${search === "" ? "" : `?${search}`}`)}
          onDecide={decide}
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
          onSendBack={() => setAsked(sorted.approve)}
          onClear={() => setPicked(nonePicked)}
        />
      )}
      {asked.length > 0 && (
        <SendBackDialog
          sheets={asked}
          nameOf={nameOf}
          onSettled={settle}
          onLeft={setAsked}
          onClose={() => {
            setAsked([]);
            // The button that opened the dialog may have disappeared.
            afterClosing(focusGrid);
          }}
        />
      )}
    </>
  );
}

/** Returns the focus to the grid if what had it has disappeared. */
function focusGrid(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>("[role=grid] [data-row][tabindex='0']")?.focus({ preventScroll: true });
}
