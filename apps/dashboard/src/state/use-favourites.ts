import type { Me } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { meQuery, queryClient, useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { announce } from "#ui/announce.ts";
import { changeMe } from "./settings/change-me.ts";

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
    const isSame = (one: Favourite) => keyOfFavourite(one) === keyOfFavourite(favourite);
    const isIn = queryClient.getQueryData(meQuery.queryKey)?.favourites.some(isSame) ?? false;
    const set = (isAdded: boolean) => (me: Me) => {
      const others = me.favourites.filter((one) => !isSame(one));
      return { ...me, favourites: isAdded ? [...others, favourite] : others };
    };
    // Reads the list again, because another tab or device may have changed it.
    const body = async () => ({ favourites: set(!isIn)(await stint.me.get()).favourites });
    await changeMe(set(!isIn), body, set(isIn)).catch((error: unknown) => announce(explainError(error, text)));
  };
}
