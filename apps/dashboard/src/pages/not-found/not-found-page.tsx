import { Link } from "wouter";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";

/** Shown for a URL that has no screen. */
export function NotFoundPage() {
  const { shell } = useText();
  return <PageHead title={shell.notFound} lead={<Link href="/time">{shell.toTime}</Link>} />;
}
