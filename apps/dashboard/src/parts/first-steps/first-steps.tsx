import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { makeSampleData, removeSampleData } from "./sample-data.ts";
import { useUndoable } from "#state/undo.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useFirstStepsWords } from "./use-first-steps-words.ts";
import { Button } from "#ui/button/button.tsx";

/**
 * Fills an empty screen for people with the right to import: offers to import their history, to invite the team, or to
 * add sample data, which can be removed completely.
 */
export function FirstSteps() {
  const words = useFirstStepsWords();
  const me = useMe();
  const { did } = useUndoable();
  const action = useAction();
  if (!me.scopes.includes("imports:write")) return null;
  const make = async () => {
    const made = await makeSampleData(me, words.names);
    if (made === undefined) throw new Error(words.sampleFailed);
    did(words.sampleMade, () => removeSampleData(made.id));
  };
  return (
    <div className="note inset">
      <Link href="/settings/import">{words.import}</Link>
      {me.scopes.includes("members:write") && <Link href="/team?invite">{words.invite}</Link>}
      <Button isSmall isBusy={action.isRunning} onClick={() => action.run(make)}>
        {words.sample}
      </Button>
      <span role="status">{action.isRunning ? words.sampleRunning : ""}</span>
      <span role="alert">{action.message}</span>
    </div>
  );
}
