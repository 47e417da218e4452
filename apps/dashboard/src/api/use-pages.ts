import { useInfiniteQuery } from "@tanstack/react-query";
import { isSessionOver } from "./connection/client.ts";

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
  isPending: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

export function usePages<Item>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined) => PromiseLike<Page<Item>>,
  /** The delay in milliseconds before the pages are refetched; undefined stops the polling. */
  refetchMs?: (items: readonly Item[]) => number | undefined,
): Pages<Item> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => {
      const { data, nextCursor } = await read(pageParam);
      return { data, nextCursor };
    },
    initialPageParam: undefined as string | undefined,
    refetchInterval: ({ state }) =>
      isSessionOver() ? false : (refetchMs?.(state.data?.pages.flatMap(({ data }) => data) ?? []) ?? false),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  return {
    items: query.data?.pages.flatMap(({ data }) => data) ?? [],
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    isLoadingMore: query.isFetchingNextPage,
    isPending: query.isPending,
    error: query.error,
    refetch: query.refetch,
  };
}
