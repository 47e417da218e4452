import { useRef, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { StateBadge } from "#parts/timesheets/state-badge.tsx";
import { useWindowRows } from "#ui/list/window/use-window-rows.ts";
import { useTextScale } from "#ui/theme/text-scale.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import type { BoardProps } from "#pages/approvals/board/board-props.ts";
import {
  isShown,
  openingPeriod,
  type BoardPeriod,
  type Row,
  type Sheet,
  type Show,
  type State,
  stateOf,
  taskOf,
} from "#parts/timesheets/board.ts";
import { Marks } from "#pages/approvals/board/marks.tsx";
import { drop, idsOf, pick, toggle } from "#pages/approvals/board/picked.ts";
import { useNotable } from "#parts/timesheets/use-notable.ts";
import { PersonName } from "#ui/person-name.tsx";
import { Steps } from "#ui/choices/groups.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { useSheetLabel } from "#pages/approvals/board/use-sheet-label.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import classes from "./phone-list.module.css";

/** Pixels at the default font size, as in phone-list.module.css. */
const rowHeight = 64;

/** The members' timesheets of one period, on screens too narrow for the grid. */
export function PhoneList({ periods, rows, show, decider, waiting, picked, isBusy, onPick, onOpen }: BoardProps) {
  const words = useBoardWords();
  const box = useRef<HTMLUListElement>(null);
  const scale = useTextScale();
  const [key, setKey] = useState(() => periods[openingPeriod(periods, rows, decider)]?.key);
  const found = periods.findIndex((period) => period.key === key);
  const at = found < 0 ? periods.length - 1 : found;
  const period = periods[at];
  const shown = listShown(rows, at, show, decider.today);
  const virtualizer = useWindowRows<HTMLLIElement>({
    box,
    count: shown.length,
    heightOf: () => rowHeight * scale,
    keyOf: (index) => shown[index]?.sheet.id ?? index,
  });
  if (period === undefined) return null;
  return (
    <>
      <PeriodSteps
        period={period}
        isFirst={at === 0}
        isLast={at === periods.length - 1}
        onStep={(by) => setKey(periods[at + by]?.key)}
      />
      <SelectPeriod period={period} sheets={waiting[at] ?? []} picked={picked} onPick={onPick} />
      <ul
        ref={box}
        className={`list panel ${classes.list}`}
        aria-label={words.grid}
        aria-busy={isBusy}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const each = shown[index];
          return (
            each !== undefined && (
              <li
                key={each.sheet.id}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                style={{ height: size, transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              >
                <PhoneRow
                  {...each}
                  canPick={taskOf(each.sheet, decider) !== undefined}
                  isPicked={picked.has(each.sheet.id)}
                  onToggle={() => onPick(toggle(picked, each.sheet))}
                  onOpen={onOpen}
                />
              </li>
            )
          );
        })}
      </ul>
      {shown.length === 0 && <p className="dim inset">{words.nothingShown}</p>}
    </>
  );
}

/** The timesheets of a period that match the filter. */
function listShown(rows: readonly Row[], at: number, show: Show, today: string) {
  return rows.flatMap(({ name, sheets }) => {
    const sheet = sheets[at];
    return sheet !== undefined && isShown(sheet, show, today) ? [{ name, sheet, state: stateOf(sheet, today) }] : [];
  });
}

interface StepsProps {
  period: BoardPeriod;
  isFirst: boolean;
  isLast: boolean;
  onStep: (by: number) => void;
}

function PeriodSteps({ period, ...steps }: StepsProps) {
  const words = useBoardWords();
  const format = useFormat();
  const periodName = usePeriodName();
  return (
    <div className="row apart">
      <Steps labels={[words.previousPeriod, words.nextPeriod]} {...steps} />
      <div>
        <h2>{periodName(period)}</h2>
        <p className="small">{words.submittedOf(format.number(period.submitted), format.number(period.total))}</p>
      </div>
    </div>
  );
}

interface SelectProps extends Pick<BoardProps, "picked" | "onPick"> {
  period: BoardPeriod;
  /** The timesheets awaiting a decision. */
  sheets: readonly Sheet[];
}

function SelectPeriod({ period, sheets, picked, onPick }: SelectProps) {
  const words = useBoardWords();
  const format = useFormat();
  const periodName = usePeriodName();
  if (sheets.length === 0) return null;
  const isAll = sheets.every(({ id }) => picked.has(id));
  return (
    <Checkbox
      className={classes.all}
      label={words.selectPeriod(format.number(sheets.length), periodName(period))}
      checked={isAll}
      onChange={() => onPick(isAll ? drop(picked, idsOf(sheets)) : pick(picked, sheets))}
    />
  );
}

interface RowProps {
  name: string;
  sheet: Sheet;
  state: State;
  canPick: boolean;
  isPicked: boolean;
  onToggle: () => void;
  onOpen: BoardProps["onOpen"];
}

function PhoneRow({ name, sheet, state, canPick, isPicked, onToggle, onOpen }: RowProps) {
  const words = useBoardWords();
  const format = useFormat();
  const notable = useNotable();
  const label = useSheetLabel()(name, sheet, state);
  return (
    <>
      <span className={classes.check}>
        {canPick && <Checkbox label={words.select(label)} hidesLabel checked={isPicked} onChange={onToggle} />}
      </span>
      <button type="button" className={classes.open} onClick={() => onOpen(sheet)}>
        <span className={`cut ${classes.name}`}>
          <PersonName id={sheet.userId} name={name} />
        </span>
        <b>{format.duration(sheet.seconds)}</b>
        <StateBadge state={state} />
        <Marks sheet={sheet} />
        <span className="visually-hidden">{notable(sheet).join(", ")}</span>
      </button>
    </>
  );
}
