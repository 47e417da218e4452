import type { Import } from "@stint/sdk";
import { Link } from "wouter";
import { stint } from "#api/client.ts";
import { useNames } from "#api/people.ts";
import { usePages } from "#api/use-pages.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { MoreRows } from "#pages/parts/more-rows.tsx";
import { PageHead } from "#pages/parts/page-head.tsx";
import { SettingsFrame } from "#pages/parts/settings-frame.tsx";
import { useMoment } from "#pages/parts/use-moment.ts";
import rows from "#ui/rows.module.css";
import { DropFile } from "./drop-file.tsx";
import { SampleNote } from "./sample-note.tsx";
import { useWords } from "./use-words.ts";
import classes from "./imports.module.css";

/** `/settings/import` */
export function ImportsPage() {
  return (
    <SettingsFrame scope="imports:write">
      <Imports />
    </SettingsFrame>
  );
}

function Imports() {
  const words = useWords();
  const moment = useMoment();
  const nameOf = useNames();
  const pages = usePages<Import>(["imports", "list"], (cursor) =>
    stint.imports.list(cursor === undefined ? {} : { cursor }),
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <CopyAsCall call={{ operation: "imports.list", method: "GET", path: "/v1/imports", isList: true }} />
      </PageHead>
      <SampleNote />
      <DropFile />
      <h2 className={classes.heading}>{words.earlier}</h2>
      <ul className={rows.rows} aria-label={words.earlier}>
        {pages.items.map((imported) => (
          <li key={imported.id}>
            <div className={rows.main}>
              <Link href={`/settings/import/${imported.id}`}>{imported.fileName || words.unnamed}</Link>
              <StatusMark status={imported.status} />
              <p className={rows.dim}>{words.at(moment(imported.createdAt), nameOf(imported.createdBy))}</p>
            </div>
          </li>
        ))}
      </ul>
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
  const words = useWords();
  return (
    <span className={rows.mark} data-kind={kinds[status]}>
      {words.statuses[status]}
    </span>
  );
}
