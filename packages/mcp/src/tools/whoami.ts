import { undefinedIfMissing } from "@stint/offline/outcome.ts";
import type { Timer } from "@stint/sdk";
import { localTime, showTimer, timerSchema } from "#src/names/entry-lines.ts";
import { object, out } from "#src/protocol/schema.ts";
import { type ToolContext, tool } from "#src/protocol/tool.ts";
import { clean } from "#src/text/mark.ts";

export const whoamiTool = tool({
  name: "whoami",
  title: "Who and when",
  description:
    "Whose time this is, in which organization and time zone, today's date and weekday there, the running timer, and which tools the key permits. Call it first.",
  input: object({}),
  output: out.object({
    person: out.text,
    organization: out.text,
    role: out.text,
    time_zone: out.text,
    today: out.text,
    weekday: out.text,
    now: out.text,
    week_starts_on: out.text,
    currency: out.text,
    dashboard: out.text,
    timer: out.orNull(timerSchema),
    permitted_tools: out.texts,
    scopes: out.texts,
  }),
  scopes: [],
  effect: "reads",
  async run(context) {
    const { me, today, weekStart, zone, nowMs } = context;
    const timer = me.scopes.includes("time-entries:read") ? await findTimer(context) : undefined;
    const shown = timer === undefined ? null : await showTimer(context, timer);
    return {
      data: {
        person: clean(me.user.name),
        organization: clean(me.organization.name),
        role: me.role,
        time_zone: zone,
        today,
        weekday: new Date(today).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }),
        now: localTime(nowMs, zone).clock,
        week_starts_on: weekStart,
        currency: me.organization.currency,
        dashboard: me.publicUrl,
        timer: shown,
        permitted_tools: context.permittedTools(),
        scopes: [...me.scopes],
      },
      summary: shown === null ? "No timer is running." : "A timer is running.",
    };
  },
});

/** Returns the caller's running timer, if there is one. */
export function findTimer({ stint }: Pick<ToolContext, "stint">): Promise<Timer | undefined> {
  return stint.timer.get().catch(undefinedIfMissing);
}
