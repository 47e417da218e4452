import { CircleAlert } from "lucide-react";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Button } from "#ui/button/button.tsx";

interface Props {
  count: number;
  onShow: () => void;
}

/** Shows how many loaded entries break a rule of the organization, with a button that lists only those. */
export function ToCorrect({ count, onShow }: Props) {
  const { language } = useSettings();
  const { entries: words } = useText();
  return (
    <p className="notice over">
      <CircleAlert size={16} aria-hidden /> {plural(language, count, words.toCorrect)}
      <Button isSmall onClick={onShow}>
        {words.showToCorrect}
      </Button>
    </p>
  );
}
