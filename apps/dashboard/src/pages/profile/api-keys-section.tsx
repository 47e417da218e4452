import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { Section } from "#ui/form/section.tsx";
import { useProfileWords } from "./parts/use-profile-words.ts";

/** A link to the person's API keys, for people with the right to create keys. */
export function ApiKeysSection() {
  const profile = useProfileWords();
  if (!useMe().scopes.includes("keys:write")) return null;
  return (
    <Section title={profile.apiKeys} lead={profile.apiKeysLead}>
      <Link href="/settings/api-keys">{profile.manageApiKeys}</Link>
    </Section>
  );
}
