import { useMe } from "#api/queries.ts";
import { useUndoable } from "#state/undo.ts";
import { Button } from "#ui/button/button.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { makeSampleData, removeSampleData } from "./sample-data.ts";
import { useFirstStepsWords } from "./use-first-steps-words.ts";

/** Adds sample data, which can be removed completely. */
export function SampleButton() {
  const words = useFirstStepsWords();
  const me = useMe();
  const { did } = useUndoable();
  const action = useAction();
  const make = async () => {
    const made = await makeSampleData(me, words.names);
    if (made === undefined) throw new Error(words.sampleFailed);
    did(words.sampleMade, () => removeSampleData(made.id));
  };
  return (
    <>
      <Button isSmall isBusy={action.isRunning} onClick={() => action.run(make)}>
        {words.sample}
      </Button>
      <span role="status">{action.isRunning ? words.sampleRunning : ""}</span>
      <span role="alert">{action.message}</span>
    </>
  );
}
