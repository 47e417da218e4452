import { shownAs } from "#platform/fields/shown.ts";
import { CalendarFeed } from "./schemas.ts";

export const toCalendarFeed = shownAs(CalendarFeed);
