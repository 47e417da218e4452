// The page that verifies statements without a server. scripts/verifier.ts builds it into one file.
import { type VerifiableStatement, type VerifiedStatementFile, verifyStatementFiles } from "@stint/sdk";
import { byLanguage } from "#i18n/catalogue.ts";
import type { statement } from "#i18n/en/statement.ts";
import type { verifier } from "#i18n/en/verifier.ts";

const statements = byLanguage<typeof statement>(
  import.meta.glob("/src/i18n/*/statement.ts", { eager: true, import: "statement" }),
);
const pages = byLanguage<typeof verifier>(
  import.meta.glob("/src/i18n/*/verifier.ts", { eager: true, import: "verifier" }),
);
const isKnown = (code: string | undefined): code is keyof typeof pages => Object.hasOwn(pages, code ?? "");
const language = navigator.languages.map((each) => each.split("-", 1)[0]).find(isKnown) ?? "en";
const words = { ...statements[language], ...pages[language] };
const maxFaultsShown = 20;

const files: File[] = [];
const results = create("section");
results.ariaLive = "polite";

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, ...content: (Node | string)[]) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** Verifies all files together, because revisions of a timesheet name each other's hashes. */
async function add(added: Iterable<File>): Promise<void> {
  files.push(...added);
  const verified = await verifyStatementFiles(
    files.map((file) => ({ name: file.name, read: async () => new Uint8Array(await file.arrayBuffer()) })),
  );
  results.replaceChildren(...verified.map(describe), create("p", words.compare));
}

function describe({ name, statement, faults }: VerifiedStatementFile): HTMLElement {
  const shown = faults.slice(0, maxFaultsShown).map(({ code, pointer, message }) => {
    const text = code === "unreadable" || code === "conflict" ? words[code] : words.faults[code];
    return create("li", `${text} `, create("bdi", create("code", `${pointer} ${message}`.trim())));
  });
  const rest = faults.length - shown.length;
  if (rest > 0) shown.push(create("li", words.more(rest.toLocaleString(language))));
  const wrong = statement === undefined ? words.notStatement : words.unsound;
  return create(
    "article",
    create("h2", create("bdi", name)),
    create("strong", faults.length === 0 ? `✓ ${words.sound}` : `✗ ${wrong}`),
    create("ul", ...shown),
    ...(statement === undefined ? [] : [factsOf(statement)]),
  );
}

function factsOf({ userId, userName, periodStart, periodEnd, timeZone, ...statement }: VerifiableStatement) {
  const { revision, totals, hash } = statement;
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  // Statements with faults may have days that do not exist.
  const isPeriod = Date.parse(periodStart) <= Date.parse(periodEnd);
  const facts = [
    [words.member, typeof userName === "string" ? words.nameOf(userName, userId) : userId],
    [
      words.period,
      isPeriod ? days.formatRange(new Date(periodStart), new Date(periodEnd)) : `${periodStart} – ${periodEnd}`,
    ],
    [words.timeZone, timeZone],
    [words.revision, String(revision)],
    [words.entries, totals.entries.toLocaleString(language)],
    [words.duration, hoursOf(totals.seconds)],
    [words.billable, hoursOf(totals.billableSeconds)],
    [words.hash, hash.replaceAll(/.{8}(?=.)/g, "$& ")],
  ] as const;
  return create("dl", ...facts.flatMap(([name, value]) => [create("dt", name), create("dd", create("bdi", value))]));
}

/** Formats seconds exactly, as `h:mm:ss`. */
function hoursOf(seconds: number): string {
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  return parts.map((part, at) => String(part).padStart(at === 0 ? 1 : 2, "0")).join(":");
}

const input = Object.assign(create("input"), { type: "file", multiple: true, accept: ".json,application/json" });
input.addEventListener("change", () => void add(input.files ?? []));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (isSecureContext) void add(event.dataTransfer?.files ?? []);
});
const save = Object.assign(create("a", words.save), { href: location.pathname, download: "verify-statement.html" });
document.documentElement.lang = language;
document.title = words.heading;
const main = create(
  "main",
  create("h1", words.heading),
  // Browsers compute hashes only in secure contexts, which include pages opened from a file.
  ...(isSecureContext
    ? [create("p", words.lead), create("label", `${words.files} `, input)]
    : [create("p", words.insecure)]),
  ...(location.protocol === "file:" ? [] : [create("p", save)]),
  results,
);
document.body.append(main);
