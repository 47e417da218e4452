import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { pollWhile } from "./queries.ts";
import type { QueryKey } from "./query-names.ts";

interface Page<Item> {
  data: readonly Item[];
  nextCursor: string | null;
}

/** A list that loads page by page, on request. */
export interface Pages<Item> {
  items: readonly Item[];
  hasMore: boolean;
  loadMore: () => void;
  isLoadingMore: boolean;
  isFetching: boolean;
  isPending: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

type Loaded<Item> = { pages: readonly Page<Item>[] } | undefined;

interface Options<Item> {
  enabled?: boolean;
  staleTime?: number;
  refetchOnWindowFocus?: boolean;
  refetchOnReconnect?: boolean;
  /** Refetches the pages at an interval while `isNeeded` returns true. */
  poll?: { ms: number; isNeeded: (items: readonly Item[]) => boolean };
}

export function usePages<Item>(
  queryKey: QueryKey,
  read: (cursor: string | undefined) => PromiseLike<Page<Item>>,
  { poll, ...options }: Options<Item> = {},
): Pages<Item> {
  const query = useInfiniteQuery({
    ...options,
    queryKey,
    queryFn: async ({ pageParam }) => {
      const { data, nextCursor } = await read(pageParam);
      return { data, nextCursor };
    },
    initialPageParam: undefined as string | undefined,
    refetchInterval: poll !== undefined && pollWhile(poll.ms, (loaded: Loaded<Item>) => poll.isNeeded(itemsOf(loaded))),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { fetchNextPage } = query;
  return {
    items: itemsOf(query.data),
    hasMore: query.hasNextPage,
    loadMore: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    isLoadingMore: query.isFetchingNextPage,
    isFetching: query.isFetching,
    isPending: query.isPending,
    error: query.error,
    refetch: query.refetch,
  };
}

function itemsOf<Item>(loaded: Loaded<Item>): Item[] {
  return loaded?.pages.flatMap(({ data }) => data) ?? [];
}
