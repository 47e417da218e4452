import type { ReactNode } from "react";
import classes from "./team.module.css";

interface Props {
  title: string;
  /** The buttons next to the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of a team screen with its heading. */
export function TeamPart({ title, aside, children }: Props) {
  return (
    <section className={classes.section}>
      <div className="between apart">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
