import { useText } from "#api/settings.ts";

export function NotFoundPage() {
  return <h1>{useText().shell.notFound}</h1>;
}
