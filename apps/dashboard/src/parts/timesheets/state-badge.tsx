import { Circle, CircleCheck, CircleDashed, Send, Undo2 } from "lucide-react";
import type { State } from "./board.ts";
import { useSheetWords } from "./use-sheet-words.ts";

/** The shared class names of the icons' colours. */
const tones = { open: "dim", late: "warn", submitted: "accent", approved: "live", rejected: "over" };
const icons = { open: Circle, late: CircleDashed, submitted: Send, approved: CircleCheck, rejected: Undo2 };

/** The icon of a state. The state is named next to the icon or in the cell's label. */
export function StateIcon({ state, size = 14 }: { state: State; size?: number }) {
  const Icon = icons[state];
  return <Icon size={size} className={tones[state]} aria-hidden />;
}

export function StateBadge({ state }: { state: State }) {
  const { states } = useSheetWords();
  return (
    <span className="mark">
      <StateIcon state={state} /> {states[state]}
    </span>
  );
}
