import { type ReactNode, useId } from "react";
import panel from "#ui/panel.module.css";
import classes from "./detail.module.css";

interface Props {
  title: string;
  /** Buttons and links next to the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A framed part of the project screen. */
export function Panel({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={panel.panel}>
      <div className={panel.head}>
        <h2 id={id}>{title}</h2>
        <div className={classes.aside}>{aside}</div>
      </div>
      {children}
    </section>
  );
}
