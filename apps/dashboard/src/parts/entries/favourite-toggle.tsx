import { Star } from "lucide-react";
import { useText } from "#i18n/text.ts";
import { keyOfFavourite, useFavourites, useToggleFavourite } from "#state/use-favourites.ts";
import { IconButton } from "#ui/button/button.tsx";

interface Props {
  projectId: string | undefined;
  taskId: string | undefined;
  description: string;
  disabled: boolean;
}

/** A toggle for the combination of project, task and description; pressed means that it is a favourite. */
export function FavouriteToggle({ projectId, taskId, description, disabled }: Props) {
  const { time } = useText();
  const favourites = useFavourites();
  const toggle = useToggleFavourite();
  if (projectId === undefined) return null;
  const favourite = { projectId, taskId: taskId ?? null, description };
  const isFavourite = favourites.some((one) => keyOfFavourite(one) === keyOfFavourite(favourite));
  return (
    <IconButton
      label={time.favourite}
      aria-pressed={isFavourite}
      disabled={disabled}
      onClick={() => void toggle(favourite)}
    >
      <Star size={16} fill={isFavourite ? "currentColor" : "none"} aria-hidden />
    </IconButton>
  );
}
