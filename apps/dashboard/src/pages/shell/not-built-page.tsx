import { useText } from "#api/settings.ts";

export function NotBuiltPage() {
  const { shell } = useText();
  return (
    <p>
      {shell.notYet} <a href="/docs">{shell.apiReference}</a>
    </p>
  );
}
