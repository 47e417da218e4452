import type { Import } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { useFormat } from "#i18n/format.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { Table } from "#ui/list/table.tsx";
import { useImportWords } from "#pages/imports/parts/use-import-words.ts";

interface Props {
  imported: Import;
  count: number;
  /** Whether questions are unanswered. The answers determine which values are doubtful. */
  isOpen: boolean;
}

/** The values that the import had to change: their position, the text in the file, and the result. */
export function DoubtTable({ imported, count, isOpen }: Props) {
  const format = useFormat();
  const words = useImportWords();
  return (
    <section className="stack apart" aria-label={words.doubts}>
      <h2>
        {words.doubts} {count > 0 && <span className="chip">{format.number(count)}</span>}
      </h2>
      {count === 0 ? (
        <p className="dim">{isOpen ? words.doubtsOpen : words.noDoubts}</p>
      ) : (
        <>
          <p className="dim">{words.doubtsLead}</p>
          <Doubts id={imported.id} version={imported.version} />
        </>
      )}
    </section>
  );
}

function Doubts({ id, version }: { id: string; version: number }) {
  const format = useFormat();
  const words = useImportWords();
  const pages = usePages(["import", id, "doubts", version], (cursor) => stint.imports.listDoubts(id, { cursor }));
  return (
    <>
      {pages.items.length > 0 && (
        <Table
          isPanel
          label={words.doubts}
          rows={pages.items}
          keyOf={(_, at) => at}
          columns={[
            {
              name: words.line,
              isNamed: true,
              cell: ({ line, file }) => (
                <>
                  {format.number(line)} {file !== null && <p className="dim">{file}</p>}
                </>
              ),
            },
            { name: words.column, isNamed: true, cell: ({ column }) => column },
            { name: words.read, isNamed: true, cell: ({ read }) => <code className="code">{read}</code> },
            { name: words.problem, cell: ({ problem }) => problem },
            { name: words.importedAs, isNamed: true, cell: ({ becomes }) => becomes ?? words.rowLeftOut },
          ]}
        />
      )}
      <MoreRows pages={pages} empty={words.noDoubts} />
    </>
  );
}
