import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { Option } from "#ui/fields/select.tsx";
import classes from "./groups.module.css";

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/** One of a few values, as buttons side by side. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  className = "",
}: ChoiceProps<Value>) {
  return (
    <span role="group" aria-label={label} className={`${classes.group} ${className}`}>
      {options.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {name}
        </button>
      ))}
    </span>
  );
}

interface StepsProps {
  /** The names of the buttons that go back and on. */
  labels: readonly [before: string, after: string];
  /** Receives -1 or 1. */
  onStep: (step: 1 | -1) => void;
  isFirst?: boolean;
  isLast?: boolean;
  /** A button between the two, such as "Today". */
  now?: { label: string; disabled?: boolean; onClick: () => void };
  /** Replace the arrows. */
  icons?: readonly [before: ReactNode, after: ReactNode];
  className?: string | undefined;
}

/** Buttons that go to the previous and the next of something, such as a week. */
export function Steps({ labels, onStep, isFirst = false, isLast = false, now, icons, className = "" }: StepsProps) {
  const [before, after] = icons ?? [<ChevronLeft size={16} aria-hidden />, <ChevronRight size={16} aria-hidden />];
  return (
    <span className={`${classes.group} ${className}`}>
      <button type="button" aria-label={labels[0]} disabled={isFirst} onClick={() => onStep(-1)}>
        {before}
      </button>
      {now && (
        <button type="button" disabled={now.disabled} onClick={now.onClick}>
          {now.label}
        </button>
      )}
      <button type="button" aria-label={labels[1]} disabled={isLast} onClick={() => onStep(1)}>
        {after}
      </button>
    </span>
  );
}
