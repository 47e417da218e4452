import { Link } from "wouter";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";

export function NotFoundPage() {
  const { shell } = useText();
  return <PageHead title={shell.notFound} lead={<Link href="/time">{shell.toTime}</Link>} />;
}
