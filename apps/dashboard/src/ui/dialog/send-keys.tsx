import { isApple } from "#ui/is-apple.ts";
import { useUiWords } from "#ui/words.ts";
import classes from "./form-dialog.module.css";

/** The keys that press a form's main button, on the button: Enter, or Ctrl+Enter in a text of several lines. */
export function SendKeys() {
  const { ctrl } = useUiWords();
  return (
    <kbd aria-hidden className={`keyboard-only ${classes.keys}`}>
      <span className={classes.ctrl}>{isApple ? "⌘" : ctrl} </span>↵
    </kbd>
  );
}
