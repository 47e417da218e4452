import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import type { TokenChoice } from "./use-token-choices.ts";
import classes from "./project-picker.module.css";

/** A choice as shown in lists: `● Website · Build`, or `#sales`. */
export function TokenChoiceLabel({ choice }: { choice: TokenChoice }) {
  if (choice.project === undefined) return <span>#{choice.name}</span>;
  return (
    <>
      <ColorDot color={projectColor(choice.project)} />
      <span>{choice.name}</span>
      {choice.taskName !== undefined && <span className={classes.task}>· {choice.taskName}</span>}
    </>
  );
}
