import { Link } from "wouter";
import { useText } from "#api/settings.ts";
import { PageHead } from "#pages/parts/page-head.tsx";

/** For an address of the dashboard behind which there is no screen. */
export function NotFoundPage() {
  const { shell } = useText();
  return <PageHead title={shell.notFound} lead={<Link href="/time">{shell.toTime}</Link>} />;
}
