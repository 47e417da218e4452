import { flushSync } from "react-dom";
import { Button } from "#ui/button/button.tsx";
import { useUiWords } from "#ui/words.ts";

/** Says that a form begins with what was typed before, next to the button that discards it. */
export function KeptNote({ onDiscard }: { onDiscard: () => void }) {
  const words = useUiWords();
  return (
    <p className="small">
      {words.kept}{" "}
      <Button
        kind="link"
        onClick={({ currentTarget: { form } }) => {
          flushSync(onDiscard);
          // The button has disappeared.
          form?.querySelector<HTMLElement>("[data-autofocus], input")?.focus();
        }}
      >
        {words.discard}
      </Button>
    </p>
  );
}
