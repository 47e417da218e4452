import { type ReactNode, useId } from "react";
import panel from "#ui/panel.module.css";
import classes from "./detail.module.css";

interface Props {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

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
