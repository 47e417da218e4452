import { useUiWords } from "#ui/words.ts";
import classes from "./skeleton.module.css";

/** The content that loads: the rows of a list, a table with its head, cards, the fields of a form, or a chart above a table. */
export type Shape = "rows" | "table" | "cards" | "form" | "chart";

/**
 * The shape of what is loading, without texts, or, while requests are rate limited, when it will load. The shape appears
 * after 200 ms, so that it does not flash.
 */
export function Loading({ shape = "table", rows = 5 }: { shape?: Shape | undefined; rows?: number }) {
  const { loading, delayed } = useUiWords();
  const isBoxes = shape === "cards" || shape === "form";
  return (
    <div role="status">
      <p className={delayed === undefined ? "visually-hidden" : "dim note inset"}>{delayed ?? loading}</p>
      {delayed === undefined && (
        <div
          className={`late screen-only ${classes.skeleton}`}
          data-shape={shape}
          data-boxes={isBoxes || undefined}
          aria-hidden
        >
          {Array.from({ length: rows }, (_, at) => (
            <div key={at}>
              <i />
              <i style={{ width: `${34 + ((at * 8) % 21)}%` }} />
              <i />
              <i />
              <i />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
