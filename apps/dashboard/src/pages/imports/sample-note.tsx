import { useQuery } from "@tanstack/react-query";
import { removeSampleData, sampleQuery } from "#parts/first-steps/sample-data.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useFirstStepsWords } from "#parts/first-steps/use-first-steps-words.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button/button.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** A note that there is sample data, with a button that removes all of it. */
export function SampleNote() {
  const words = useFirstStepsWords();
  const action = useAction();
  const [sample] = useQuery(sampleQuery).data ?? [];
  if (sample === undefined) return null;
  const remove = async () => {
    await removeSampleData(sample.id);
    announce(words.sampleRemoved);
  };
  return (
    <div className="panel between inset apart">
      <p>{words.sampleHere}</p>
      <Button isBusy={action.isRunning} onClick={() => action.run(remove)}>
        {words.sampleRemove}
      </Button>
      <ErrorLine>{action.message}</ErrorLine>
    </div>
  );
}
