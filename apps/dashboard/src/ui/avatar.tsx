import type { CSSProperties } from "react";
import classes from "./avatar.module.css";
import { initialsOf } from "./initials.ts";
import { colorFromText } from "./project-color.ts";

interface Props {
  /** The same text always gives the same colour. */
  id: string;
  name: string;
  size?: "small" | "medium" | "large";
}

/** A person's initials in a circle. Decorative, because the name is always next to it. */
export function Avatar({ id, name, size = "medium" }: Props) {
  return (
    <span
      className={classes.avatar}
      data-size={size}
      style={{ "--avatar": colorFromText(id) } as CSSProperties}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}
