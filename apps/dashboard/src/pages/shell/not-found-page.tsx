import { useText } from "#api/settings.ts";

export function NotFoundPage() {
  return <p>{useText().shell.notFound}</p>;
}
