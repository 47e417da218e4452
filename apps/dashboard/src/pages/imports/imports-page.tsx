import type { Import } from "@stint/sdk";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { DropFile } from "./drop-file.tsx";
import { SampleNote } from "./sample-note.tsx";
import { useImportWords } from "./parts/use-import-words.ts";

export const ImportsPage = inSettings(Imports);

function Imports() {
  const words = useImportWords();
  const { moment } = useFormat();
  const pages = usePages<Import>(["imports"], (cursor) => stint.imports.list({ cursor }));
  const nameOf = useNames(pages.items.map(({ createdBy }) => createdBy));
  return (
    <>
      <PageHead call={{ operation: "imports.list", isList: true }} lead={words.lead}></PageHead>
      <SampleNote />
      <DropFile />
      <h2 className="apart">{words.earlier}</h2>
      <Rows label={words.earlier}>
        {pages.items.map((imported) => (
          <ListRow key={imported.id}>
            <Link href={`/settings/import/${imported.id}`}>{imported.fileName || words.unnamed}</Link>
            <StatusMark status={imported.status} />
            <p className="dim">{words.at(moment(imported.createdAt), nameOf(imported.createdBy))}</p>
          </ListRow>
        ))}
      </Rows>
      <MoreRows pages={pages} empty={words.noneYet} />
    </>
  );
}

const kinds: Partial<Record<Import["status"], string>> = {
  reading: "live",
  applying: "live",
  previewed: "warn",
  failed: "over",
};

export function StatusMark({ status }: { status: Import["status"] }) {
  const words = useImportWords();
  return (
    <span className="chip" data-kind={kinds[status]}>
      {words.statuses[status]}
    </span>
  );
}
