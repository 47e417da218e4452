import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import type { SignChoice } from "./use-sign-choices.ts";
import classes from "./project-picker.module.css";

/** A choice as shown in lists: `● Website · Build`, or `#sales`. */
export function SignChoiceLabel({ choice }: { choice: SignChoice }) {
  if (choice.project === undefined) return <span>#{choice.name}</span>;
  return (
    <>
      <ColorDot color={projectColor(choice.project)} />
      <span>{choice.name}</span>
      {choice.taskName !== undefined && <span className={classes.task}>· {choice.taskName}</span>}
    </>
  );
}
