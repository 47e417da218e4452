import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { lockReason } from "#parts/entries/lock-reason.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import type { Block } from "#pages/calendar/blocks/block.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";
import { useSaySpan } from "#pages/calendar/blocks/use-say-span.ts";

/** Returns the texts that the grid announces. */
export function useGridWords() {
  const { entries, time } = useText();
  const calendar = useCalendarWords();
  const format = useFormat();
  const { zone } = useSettings();
  const saySpan = useSaySpan();

  return {
    sayAt: (ms: number): string => calendar.at(format.day(dayOf(ms, zone)), format.clock(ms)),

    /** Describes where a keyboard change has moved a block. */
    sayStep({ description }: Block, span: Span, isCancelled: boolean): string {
      const when = saySpan(span);
      return isCancelled ? calendar.cancelled(description === "" ? time.noDescription : description, when) : when;
    },

    /** Explains why a block can't be changed. */
    sayRefusal({ kind, entry }: Block): string {
      if (kind === "timer") return calendar.runsText;
      return kind === "event" ? calendar.eventText : entries.lockedBy[lockReason(entry ?? {})];
    },
  };
}
