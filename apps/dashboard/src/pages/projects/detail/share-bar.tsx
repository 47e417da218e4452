import { useSettings } from "#api/settings.ts";
import classes from "./detail.module.css";

interface Props {
  part: number;
  whole: number;
  /** Beside the bar, in place of the percentage. */
  label?: string;
}

/** A part of a whole as a bar, with the percentage beside it. */
export function ShareBar({ part, whole, label }: Props) {
  const { format } = useSettings();
  const share = whole <= 0 ? 0 : part / whole;
  return (
    <span className={classes.share} data-over={share > 1 || undefined}>
      <span aria-hidden>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      <span>{label ?? format.percent(share)}</span>
    </span>
  );
}
