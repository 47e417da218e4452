import { Play, Square } from "lucide-react";
import classes from "./round-button.module.css";

interface Props {
  label: string;
  isRunning: boolean;
  disabled?: boolean;
  /** Whether a press does nothing for a moment, although the button keeps the focus. */
  isGuarded: boolean;
  onClick: () => void;
}

/** Starts and stops the timer. */
export function RoundButton({ label, isRunning, isGuarded, ...props }: Props) {
  return (
    <button
      {...props}
      type="button"
      className={classes.button}
      data-running={isRunning || undefined}
      aria-label={label}
      aria-disabled={isGuarded || undefined}
    >
      {isRunning ? <Square size={14} fill="currentColor" aria-hidden /> : <Play size={18} aria-hidden />}
    </button>
  );
}
