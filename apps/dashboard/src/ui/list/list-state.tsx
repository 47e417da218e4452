import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useUiWords } from "#ui/words.ts";
import classes from "./list-state.module.css";

interface Props {
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** Shown if the list is empty, with advice on what to do. Undefined for a list that isn't empty. */
  empty?: ReactNode;
}

/** Shown below a list while it is loading, or if it failed to load or is empty. */
export function ListState({ query, empty }: Props) {
  const { explain, retry, loading } = useUiWords();
  if (query.error !== null)
    return (
      <p role="alert" className={classes.note}>
        {explain(query.error)}{" "}
        <Button variant="default" size="compact-md" onClick={() => void query.refetch()}>
          {retry}
        </Button>
      </p>
    );
  const note = query.isPending ? loading : empty;
  return (
    <div role="status" className={classes.note}>
      {note}
    </div>
  );
}
