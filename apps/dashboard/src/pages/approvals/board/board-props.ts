import type { Decider, BoardPeriod, Row, Sheet, Show } from "#parts/timesheets/board.ts";
import type { Picked } from "./picked.ts";

/** The props shared by the grid and the list on a phone. */
export interface BoardProps {
  periods: readonly BoardPeriod[];
  rows: readonly Row[];
  show: Show;
  decider: Decider;
  /** The shown timesheets that are waiting for a decision, by period. */
  waiting: readonly (readonly Sheet[])[];
  picked: Picked;
  isBusy: boolean;
  onPick: (picked: Picked) => void;
  onOpen: (sheet: Sheet) => void;
  /** Decides about the selected timesheets, or about this one if none is selected. Heads have no timesheet. */
  onDecide: (verb: "approve" | "reject", sheet: Sheet | undefined) => void;
}
