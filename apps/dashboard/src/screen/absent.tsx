import { NotFoundError } from "@stint/sdk";
import type { ReactNode } from "react";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "./page-head.tsx";

interface Props {
  query: Parameters<typeof ListState>[0]["query"];
  /** What to say if the object doesn't exist. */
  notFound: string;
  title?: string;
  lead?: ReactNode;
}

/** Stands for the object of a screen that is still loading, failed to load or doesn't exist. */
export function Absent({ query, notFound, ...head }: Props) {
  return (
    <>
      <PageHead {...head} />
      {query.error instanceof NotFoundError ? <p>{notFound}</p> : <ListState query={query} />}
    </>
  );
}
