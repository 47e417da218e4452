import type { ReactNode } from "react";
import { useUiWords } from "#ui/words.ts";
import { Button } from "#ui/button/button.tsx";
import { ListState } from "./list-state.tsx";
import type { Shape } from "./skeleton.tsx";
import { useFindKey } from "./use-find-key.ts";

interface Props {
  pages: {
    items: readonly unknown[];
    hasMore: boolean;
    loadMore: () => void;
    isLoadingMore: boolean;
    isPending: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  /** Shown if the list is empty, with advice on what to do. */
  empty: ReactNode;
  shape?: Shape;
}

/** The end of a paged list: its state, and a button that loads the next page. */
export function MoreRows({ pages, empty, shape = "rows" }: Props) {
  const { loadMore } = useUiWords();
  useFindKey(() => pages.hasMore);
  return (
    <>
      <ListState query={pages} empty={pages.items.length === 0 ? empty : undefined} shape={shape} />
      {pages.hasMore && pages.error === null && (
        <div className="dim wrap note inset">
          <Button isBusy={pages.isLoadingMore} onClick={pages.loadMore}>
            {loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
