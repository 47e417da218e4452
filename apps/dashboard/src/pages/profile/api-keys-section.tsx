import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { Section } from "#pages/parts/section.tsx";

/** The way to one's API keys, for whoever may make some. */
export function ApiKeysSection() {
  const { profile } = useText();
  if (!useMe().scopes.includes("keys:write")) return null;
  return (
    <Section title={profile.apiKeys} lead={profile.apiKeysLead}>
      <Link href="/settings/api-keys">{profile.manageApiKeys}</Link>
    </Section>
  );
}
