import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Pages } from "#api/use-pages.ts";
import { useText } from "#api/settings.ts";
import { ListState } from "./list-state.tsx";
import classes from "./list-state.module.css";

interface Props {
  pages: Pages<unknown>;
  /** Said when the list is empty, with what to do about it. */
  empty: ReactNode;
}

/** Below a list that is read page by page: its state, and the button for the next page. */
export function MoreRows({ pages, empty }: Props) {
  const { shell } = useText();
  return (
    <>
      <ListState query={pages} empty={pages.items.length === 0 ? empty : undefined} />
      {pages.hasMore && pages.error === null && (
        <div className={classes.note}>
          <Button variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
            {shell.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
