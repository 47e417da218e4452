import type { Import } from "@stint/sdk";
import { Button } from "#ui/button/button.tsx";
import type { Update } from "#pages/imports/preview/use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

type Encoding = NonNullable<Import["encoding"]>;

/** Asks for the encoding of the file. Shows words of the file as they read in each encoding. */
export function EncodingQuestion({
  question: { answers },
  update,
}: {
  question: Import["questions"][number];
  update: Update;
}) {
  const words = useImportWords();
  return (
    <div className="stack">
      <p>
        <b>{words.encodingQuestion}</b>
      </p>
      <ul className="list fields">
        {answers.map(({ value, texts }) => (
          <li key={value} className="stack">
            <b>{texts.join(", ")}</b>
            <Button disabled={update.isRunning} onClick={() => update.set({ encoding: value as Encoding })}>
              {words.readAsEncoding(value)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
