import type { ReactNode } from "react";
import type { ApiCall } from "#api/api-call.ts";
import { ScreenMenu } from "./screen-menu.tsx";
import { useScreenHeading } from "./screens.ts";
import classes from "./page-head.module.css";

interface Props {
  /** Default: the screen's name. */
  title?: string | undefined;
  /** Shown before the title. */
  mark?: ReactNode;
  lead?: ReactNode;
  /** The buttons on the right, with the primary one last. */
  children?: ReactNode;
  /** The API call behind the screen, which the screen's menu offers to copy. */
  call?: ApiCall | false | undefined;
}

/** The screen's heading, which also becomes the title of the browser tab, and the screen's actions. */
export function PageHead({ title: own, mark, lead, children, call = false }: Props) {
  const name = useScreenHeading();
  const title = own ?? name;
  return (
    <div className={`wrap ${classes.head}`}>
      <title>{`${title} – Stint`}</title>
      {mark}
      <h1>{title}</h1>
      <div className="buttons screen-only">
        {children}
        {call !== false && <ScreenMenu call={call} />}
      </div>
      {lead !== undefined && <p className={`dim screen-only ${classes.lead}`}>{lead}</p>}
    </div>
  );
}
