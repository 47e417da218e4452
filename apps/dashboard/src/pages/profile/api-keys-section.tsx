import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { Section } from "#pages/parts/section.tsx";
import { useProfileWords } from "./use-profile-words.ts";

/** The way to one's API keys, for whoever may make some. */
export function ApiKeysSection() {
  const profile = useProfileWords();
  if (!useMe().scopes.includes("keys:write")) return null;
  return (
    <Section title={profile.apiKeys} lead={profile.apiKeysLead}>
      <Link href="/settings/api-keys">{profile.manageApiKeys}</Link>
    </Section>
  );
}
