import { useUiWords } from "#ui/words.ts";
import classes from "./skeleton.module.css";

/** The widths of the bars, in percent, so that the rows look like those to come. */
const widths = [46, 38, 52, 34, 42];

/**
 * Rows without texts, in place of those that are loading, or, while requests are rate limited, when they will load. The
 * rows appear after 200 ms, so that they do not flash.
 */
export function Loading({ rows = 3 }: { rows?: number }) {
  const { loading, delayed } = useUiWords();
  return (
    <div role="status">
      <p className={delayed === undefined ? "visually-hidden" : "dim note inset"}>{delayed ?? loading}</p>
      {delayed === undefined && (
        <div className={`late lined screen-only ${classes.skeleton}`} aria-hidden>
          {Array.from({ length: rows }, (_, at) => (
            <div key={at}>
              <i data-dot />
              <i style={{ width: `${widths[at % widths.length]}%` }} />
              <i data-end />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
