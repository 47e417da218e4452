import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { SampleButton } from "./sample-button.tsx";
import { useFirstStepsWords } from "./use-first-steps-words.ts";

/** Fills an empty screen for people with the right to import: offers to import, to invite, or to add sample data. */
export function FirstSteps() {
  const words = useFirstStepsWords();
  const { scopes } = useMe();
  if (!scopes.includes("imports:write")) return null;
  return (
    <div className="note inset">
      <Link href="/settings/import">{words.import}</Link>
      {scopes.includes("members:write") && <Link href="/team?invite">{words.invite}</Link>}
      <SampleButton />
    </div>
  );
}
