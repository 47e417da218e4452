import classes from "./pulse.module.css";

/** Marks what is running. Decorative, because the time is always next to it. */
export function Pulse() {
  return <span className={classes.pulse} aria-hidden />;
}
