import type { Import } from "@stint/sdk";
import { Section } from "#ui/form/section.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import type { Update } from "#pages/imports/preview/use-update.ts";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

type Field = keyof Import["columns"];

/** Asks which column of an arbitrary CSV file contains which field. */
export function ColumnFields({ imported: { headers, columns }, update }: { imported: Import; update: Update }) {
  const words = useImportWords();
  return (
    <Section title={words.columns} lead={words.columnsLead}>
      <div className="fields">
        {(Object.keys(words.fields) as Field[]).map((field) => (
          <Select
            key={field}
            label={words.fields[field]}
            value={columns[field] ?? ""}
            disabled={update.isRunning}
            options={[["", words.noColumn], ...headers.map((header): Option => [header, header])]}
            onChange={(value) => {
              const { [field]: _former, ...others } = columns;
              update.set({ columns: value === "" ? others : { ...others, [field]: value } });
            }}
          />
        ))}
      </div>
    </Section>
  );
}
