import type { AuditEvent } from "@stint/sdk";
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { useTableShape } from "#screen/csv-shape.tsx";
import { toParams } from "#screen/filter.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { saveFile } from "#ui/files/save-file.ts";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { announce } from "#ui/announce.ts";
import { Rows } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { type AuditFilter, readAuditFilter, toAuditQuery } from "./audit-filter.ts";
import { AuditRow } from "./audit-row.tsx";
import { AuditFilterFields } from "./audit-filter-fields.tsx";
import { useAuditWords } from "./use-audit-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

export const AuditLogPage = inSettings(AuditLog);

function AuditLog() {
  const { zone } = useSettings();
  const words = useAuditWords();
  const heading = useScreenHeading();
  const { dayOf } = useFormat();
  const action = useAction();
  const shaped = useTableShape();
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readAuditFilter(params), [params]);
  const query = toAuditQuery(filter, zone);
  const pages = usePages<AuditEvent>(["audit-events", query], (cursor) => stint.auditEvents.list({ ...query, cursor }));
  const change = (part: AuditFilter) => setParams(toParams({ ...filter, ...part }), { replace: true });
  const save = async (format: "csv" | "xlsx") => {
    const reply = await stint.auditEvents.list({ ...query, ...shaped(format) });
    saveFile(`stint-audit-log.${format}`, await reply.blob());
    announce(words.exported);
  };
  return (
    <>
      <PageHead call={{ operation: "auditEvents.list", query, isList: true }} lead={words.lead}>
        {(["csv", "xlsx"] as const).map((format) => (
          <Button
            key={format}
            disabled={action.isRunning}
            aria-label={words.exportAs(words[format])}
            onClick={() => action.run(() => save(format))}
          >
            {words[format]}
          </Button>
        ))}
      </PageHead>
      <ErrorLine>{action.message}</ErrorLine>
      <AuditFilterFields filter={filter} onChange={change} />
      {[...Map.groupBy(pages.items, ({ at }) => dayOf(at))].map(([day, events]) => (
        <section key={day}>
          <h2 className="apart">{day}</h2>
          <Rows label={`${heading}, ${day}`}>
            {events.map((event) => (
              <AuditRow key={event.id} event={event} onFilter={change} />
            ))}
          </Rows>
        </section>
      ))}
      <MoreRows pages={pages} empty={Object.keys(filter).length === 0 ? words.empty : words.nothingMatches} />
    </>
  );
}
