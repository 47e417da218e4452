import classes from "./color-dot.module.css";

/** A project's colour; its name always stands beside it. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} aria-hidden />;
}
