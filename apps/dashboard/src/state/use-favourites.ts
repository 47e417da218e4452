import type { Me } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { meQuery, queryClient, useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { announce } from "#ui/announce.ts";

export type Favourite = Me["favourites"][number];

export function keyOfFavourite({ projectId, taskId, description }: Favourite): string {
  return `${projectId}/${taskId}/${description}`;
}

/** The person's favourites in this organization, in the person's order. */
export function useFavourites(): readonly Favourite[] {
  return useMe().favourites;
}

/**
 * Adds a favourite, or removes it if it exists. The change applies at once and is reverted if the server refuses it.
 */
export function useToggleFavourite(): (favourite: Favourite) => Promise<void> {
  const text = useText();
  return async (favourite) => {
    const show = (favourites: Favourite[]) =>
      queryClient.setQueryData<Me>(meQuery.queryKey, (me) => me && { ...me, favourites });
    const shown = queryClient.getQueryData<Me>(meQuery.queryKey)?.favourites ?? [];
    const isIn = shown.some((one) => keyOfFavourite(one) === keyOfFavourite(favourite));
    const toggled = (list: readonly Favourite[]) => {
      const others = list.filter((one) => keyOfFavourite(one) !== keyOfFavourite(favourite));
      return isIn ? others : [...others, favourite];
    };
    void queryClient.cancelQueries(meQuery);
    show(toggled(shown));
    try {
      // Reads the list again, because another tab or device may have changed it.
      const { favourites } = await stint.me.get();
      show((await stint.me.update({ favourites: toggled(favourites) })).favourites);
    } catch (error) {
      show(shown);
      announce(explainError(error, text));
    }
  };
}
