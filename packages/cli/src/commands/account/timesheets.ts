import type { Stint, Timesheet } from "@stint/sdk";
import { type Context, print, profileOf } from "#src/context/context.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { writeResult } from "#src/output/json.ts";
import { oneLine } from "#src/context/printable.ts";
import { dayName, duration } from "#src/output/words.ts";
import { plural } from "@stint/grammar/plural.ts";
import { connect } from "#src/sync/connection/client.ts";
import type { Store } from "#src/store/store.ts";
import { readTypedDay } from "#src/typed/instants.ts";
import { confirm } from "#src/action/confirm.ts";
import { openFresh, syncInBackground } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";

type TimesheetFlags = Flags<"submit">;

/**
 * Submits the timesheet for the given day's period. By default, submits the earliest open or rejected timesheet whose
 * period has ended.
 */
export async function submit(this: Context, flags: TimesheetFlags, ...words: string[]): Promise<void> {
  // Send the queue first, so that the submitted figures include it.
  using store = await openFresh(this, true);
  if (store.view.waiting.length + store.view.held.length > 0)
    throw wrongInput("Some of your writes are not sent yet.", "Run stint sync and stint conflicts first.");
  const { stint } = connect(this, profileOf(this));
  const { id } = await findOwn(stint, store, words.join(" "));
  const sheet = await stint.timesheets.get(id);
  const isEarly = sheet.periodEnd >= store.today;
  const early = ` before it ends? Then you can't add time or start a timer until ${dayName(sheet.periodEnd)} unless you withdraw it`;
  await decide(this, flags, `Submit ${sheetText(sheet)}${isEarly ? early : ""}`, () =>
    stint.timesheets.submit(id, noteOf(flags), { ifMatch: sheet }),
  );
  // The local copy then knows that these entries are locked.
  if (!flags.dryRun) syncInBackground(this);
}

/**
 * Approves the submitted timesheets of the members whose name contains the given text; without a text, of all members.
 * Leaves out the user's own.
 */
export async function approve(this: Context, flags: TimesheetFlags, ...words: string[]): Promise<void> {
  const { stint } = connect(this, profileOf(this));
  const me = await stint.me.get();
  const named = words.join(" ").trim().toLowerCase();
  const submitted = await Array.fromAsync(stint.timesheets.list({ status: "submitted" }));
  const from = submitted.map(({ periodStart }) => periodStart).toSorted()[0];
  if (from === undefined) throw wrongInput("No submitted timesheet is waiting for your approval.");
  const { data: members } = await stint.timesheets.grid({ from });
  const nameOf = new Map(members.map(({ userId, userName }) => [userId, userName]));
  const waiting = submitted
    .map(({ id, userId }) => ({ id, userId, userName: oneLine(nameOf.get(userId) ?? userId) }))
    .filter(({ userId, userName }) => userId !== me.user.id && userName.toLowerCase().includes(named));
  if (waiting.length === 0) throw wrongInput("No submitted timesheet is waiting for your approval.");
  for (const { id, userName } of waiting) {
    // Read each timesheet, because lists have no ETags: the ETag ensures that exactly these figures are approved.
    const sheet = await stint.timesheets.get(id);
    await decide(this, flags, `Approve ${userName}, ${sheetText(sheet)}`, () =>
      stint.timesheets.approve(id, noteOf(flags), { ifMatch: sheet }),
    );
  }
}

async function decide(context: Context, flags: TimesheetFlags, what: string, run: () => Promise<Timesheet>) {
  if (flags.dryRun) return print(context, `Would do: ${what}`);
  await confirm(context, `${what}?`, flags.yes);
  const sheet = await run();
  writeResult(context, `${sheet.status}: ${sheetText(sheet)}`, sheet, flags.json);
}

async function findOwn(stint: Stint, store: Store, typed: string): Promise<Timesheet> {
  const { approvals } = store.settings.me.organization;
  if (approvals === null) throw wrongInput("Your organization doesn't use timesheets.");
  const day = typed === "" ? undefined : readTypedDay(typed, store.today);
  const sheets = await Array.fromAsync(stint.timesheets.list({ userId: "me", to: day ?? store.today }));
  const earliest = sheets.toSorted((left, right) => (left.periodStart < right.periodStart ? -1 : 1));
  const found =
    day === undefined
      ? earliest.find(({ status, periodEnd }) => ["open", "rejected"].includes(status) && periodEnd < store.today)
      : earliest.find(({ periodStart, periodEnd }) => periodStart <= day && day <= periodEnd);
  if (found !== undefined) return found;
  if (day !== undefined) throw wrongInput(`There is no timesheet with ${dayName(day)}.`);
  throw wrongInput("No period that has ended is open.", "Name a day of the current period to submit it early.");
}

const noteOf = ({ note }: TimesheetFlags) => (note === undefined ? {} : { note });

function sheetText({ periodStart, periodEnd, seconds, entries }: Timesheet): string {
  return `${periodStart} to ${periodEnd}, ${duration(seconds)} in ${plural(entries, "entry", "entries")}`;
}
