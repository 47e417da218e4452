import { useFormat } from "#i18n/format.ts";
import classes from "./share-bar.module.css";

interface Props {
  part: number;
  whole: number;
  /** Replaces the percentage next to the bar. */
  label?: string;
}

export function ShareBar({ part, whole, label }: Props) {
  const format = useFormat();
  const share = whole <= 0 ? 0 : part / whole;
  return (
    <span className={classes.share}>
      <span className="track" data-kind={share > 1 ? "over" : undefined} aria-hidden>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      <span>{label ?? format.percent(share)}</span>
    </span>
  );
}
