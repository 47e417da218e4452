import type { ReactNode } from "react";
import { Button } from "#ui/button/button.tsx";
import { Loading, type Shape } from "./skeleton.tsx";
import { useUiWords } from "#ui/words.ts";

interface Props {
  query: { isPending: boolean; error: unknown; refetch: () => Promise<unknown> };
  /** Shown if the list is empty, with advice on what to do. Undefined for a list that isn't empty. */
  empty?: ReactNode;
  /** The shape shown while the list loads. Default: a table. */
  shape?: Shape | undefined;
}

/** Shown below a list while it is loading, or if it failed to load or is empty. */
export function ListState({ query, empty, shape }: Props) {
  const { explain, retry } = useUiWords();
  if (query.error !== null)
    return (
      <p role="alert" className="dim wrap note inset">
        {explain(query.error)}{" "}
        <Button isSmall onClick={() => void query.refetch()}>
          {retry}
        </Button>
      </p>
    );
  if (query.isPending) return <Loading shape={shape} />;
  return (
    <div role="status" className="empty">
      {empty}
    </div>
  );
}
