import { useSettings } from "#state/settings/settings.ts";

/** The key that does the same as the button beside or around it, for people who use single keys. */
export function KeyName({ name }: { name: string }) {
  const { shortcuts } = useSettings();
  return (
    shortcuts && (
      <kbd className="keyboard-only" aria-hidden>
        {name}
      </kbd>
    )
  );
}
