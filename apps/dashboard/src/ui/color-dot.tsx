import classes from "./color-dot.module.css";

/** A project's colour. It is decorative, because the name is always next to it. */
export function ColorDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} aria-hidden />;
}
