import classes from "./skeleton.module.css";

/** The widths of the bars, in percent, so that the rows look like those to come. */
const widths = [46, 38, 52, 34, 42];

/** Rows without texts, in place of those that are loading. It appears after 200 ms, so that it does not flash. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={`late ${classes.skeleton}`} aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at}>
          <i data-dot />
          <i style={{ width: `${widths[at % widths.length]}%` }} />
          <i data-end />
        </div>
      ))}
    </div>
  );
}
