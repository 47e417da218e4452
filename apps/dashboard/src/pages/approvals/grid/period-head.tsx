import { useFormat } from "#i18n/format.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { placeAttributes } from "#ui/grid/cell-element.ts";
import type { BoardPeriod, Sheet } from "#parts/timesheets/board.ts";
import { drop, idsOf, type Picked, pick } from "#pages/approvals/board/picked.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import { Tick } from "#ui/fields/checkbox.tsx";
import classes from "./board-grid.module.css";

interface Props {
  period: BoardPeriod;
  column: number;
  isActive: boolean;
  /** The timesheets awaiting a decision. */
  sheets: readonly Sheet[];
  picked: Picked;
  onPick: (picked: Picked) => void;
}

/** The head of a column: how many members have submitted, and a button that selects all waiting timesheets. */
export function PeriodHead({ period, column, isActive, sheets, picked, onPick }: Props) {
  const words = useBoardWords();
  const format = useFormat();
  const shortName = usePeriodName("short");
  const longName = usePeriodName();
  const chosen = sheets.filter(({ id }) => picked.has(id)).length;
  const isAll = chosen > 0 && chosen === sheets.length;
  const place = placeAttributes(-1, column, isActive);
  const hasButton = sheets.length > 0;
  return (
    <div role="columnheader" aria-colindex={column + 2} className={classes.period} {...(!hasButton && place)}>
      <b className="strong">{shortName(period)}</b>
      <small className="small">{words.submittedOf(format.number(period.submitted), format.number(period.total))}</small>
      {hasButton && (
        <button
          type="button"
          role="checkbox"
          aria-checked={isAll ? true : chosen > 0 ? "mixed" : false}
          aria-label={words.selectPeriod(format.number(sheets.length), longName(period))}
          className={`row ${classes.all}`}
          {...place}
          onClick={() => onPick(isAll ? drop(picked, idsOf(sheets)) : pick(picked, sheets))}
        >
          <Tick isChecked={isAll || (chosen > 0 && "mixed")} />
          {words.toDecide(format.number(sheets.length))}
        </button>
      )}
    </div>
  );
}
