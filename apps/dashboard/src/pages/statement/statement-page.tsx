import { type TimesheetStatement } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { defineQuery, useMe } from "#api/queries.ts";
import { timesheetQuery } from "#api/timesheets.ts";
import { plural } from "#i18n/catalogue.ts";
import { withFrenchFirst } from "#i18n/formats/french-first.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { ZoneProvider } from "#state/settings/settings-provider.tsx";
import { useSettings } from "#state/settings/settings.ts";
import { saveFile } from "#ui/files/save-file.ts";
import { Integrity } from "./integrity.tsx";
import { StatedEntries } from "./stated-entries.tsx";
import { useStatementWords } from "./use-statement-words.ts";
import panel from "#ui/panel.module.css";
import { Button } from "#ui/button/button.tsx";
import { Absent } from "#screen/absent.tsx";

export function StatementPage({ id }: { id: string }) {
  const words = useStatementWords();
  const asked = Number(new URLSearchParams(useSearch()).get("revision"));
  const query = useQuery({
    ...defineQuery(["timesheets", id, "statement", asked], () =>
      stint.timesheets.statement(id, Number.isInteger(asked) && asked > 0 ? { revision: asked } : {}),
    ),
    // A given revision never changes, but the latest one may be superseded.
    staleTime: asked > 0 ? Infinity : 30_000,
  });
  const statement = query.data;
  if (statement === undefined) return <Absent query={query} notFound={words.notFound} title={words.title} />;
  const { periodStart, revision } = statement;
  const download = () =>
    saveFile(
      `statement-${periodStart}-${revision}.json`,
      new Blob([JSON.stringify(statement, null, 2)], { type: "application/json" }),
    );
  return (
    <ZoneProvider zone={statement.timeZone}>
      <article>
        <PageHead
          title={words.title}
          call={{
            operation: "timesheets.statement",
            ids: [id],
            query: { revision: String(revision) },
          }}
        >
          <Button component={Link} href={`/timesheets/${id}`}>
            {words.back}
          </Button>
          <Button onClick={download}>{words.download}</Button>
          <Button kind="main" onClick={() => print()}>
            {words.print}
          </Button>
        </PageHead>
        <Facts id={id} statement={statement} />
        <Differences statement={statement} />
        <section className={`panel ${panel.panel}`} aria-label={words.entries}>
          <StatedEntries statement={statement} />
        </section>
        <Integrity statement={statement} />
      </article>
    </ZoneProvider>
  );
}

function Facts({ id, statement }: { id: string; statement: TimesheetStatement }) {
  const words = useStatementWords();
  const format = useFormat();
  const { locale, zone } = useSettings();
  const { organization } = useMe();
  const { userId, periodStart, periodEnd, timeZone, revision } = statement;
  const sheet = useQuery(timesheetQuery(id)).data;
  const decided = sheet?.steps.find((each) => each.step === "approved" && each.revision === revision);
  const nameOf = useNames([userId]);
  const facts = [
    [words.member, nameOf(userId)],
    [words.organization, organization.name],
    [words.period, rangeIn(locale, periodStart, periodEnd)],
    [words.timeZone, timeZone],
    [words.revision, format.number(revision)],
    ...(decided === undefined
      ? []
      : [[words.approved, words.approvedBy(momentIn(locale, zone, decided.at), decided.byName ?? "–")]]),
  ];
  return (
    <dl className="wrap figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="small">{name}</dt>
          <dd className="strong">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// Always includes the year, because a printed page is read years later.
function rangeIn(locale: string, start: string, end: string): string {
  const days = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  return withFrenchFirst(days.formatRange(new Date(start), new Date(end)), locale);
}

function momentIn(locale: string, zone: string, instant: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: zone });
  return withFrenchFirst(format.format(new Date(instant)), locale);
}

/** Compares the entries with those of the previous revision. */
function Differences({ statement: { previous } }: { statement: TimesheetStatement }) {
  const words = useStatementWords();
  const format = useFormat();
  const { language } = useSettings();
  if (previous === null) return null;
  const counted = (["added", "removed", "changed"] as const).flatMap((kind) =>
    previous[kind].length === 0 ? [] : plural(language, previous[kind].length, words.differences[kind]),
  );
  return (
    <p>
      {words.previous(String(previous.revision))}: {counted.length === 0 ? words.same : format.list(counted)}
    </p>
  );
}
