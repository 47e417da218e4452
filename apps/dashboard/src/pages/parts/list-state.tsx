import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { explainError } from "#api/explain-error.ts";
import { useText } from "#api/settings.ts";
import classes from "./list-state.module.css";

interface Props {
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** Said when there is nothing, with what to do about it; undefined while there is something. */
  empty?: ReactNode;
}

/** Below a list: that it is being read, why it could not be, or that it is empty. */
export function ListState({ query, empty }: Props) {
  const text = useText();
  if (query.error !== null)
    return (
      <p role="alert" className={classes.note}>
        {explainError(query.error, text)}{" "}
        <Button variant="default" size="compact-md" onClick={() => void query.refetch()}>
          {text.shell.retry}
        </Button>
      </p>
    );
  const note = query.isPending ? text.shell.loading : empty;
  return (
    <div role="status" className={classes.note}>
      {note}
    </div>
  );
}
