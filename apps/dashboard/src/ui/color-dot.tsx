import classes from "./color-dot.module.css";

/** A project's colour. Decorative, because the name is always next to it. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} aria-hidden />;
}
