import { useText } from "#api/settings.ts";

export function NotBuiltPage() {
  const { shell } = useText();
  return (
    <>
      <h1>{shell.notBuilt}</h1>
      <p>
        {shell.notYet} <a href="/docs">{shell.apiReference}</a>
      </p>
    </>
  );
}
