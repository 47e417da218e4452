import type { ReactNode } from "react";
import classes from "./section.module.css";

interface Props {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

export function Section({ title, lead, children }: Props) {
  return (
    <section className={classes.section}>
      <div className="stack">
        <h2>{title}</h2>
        <p className="dim">{lead}</p>
      </div>
      <div className={`form ${classes.body}`}>{children}</div>
    </section>
  );
}
