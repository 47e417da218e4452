import type { WordedNotice } from "./kind/kind.ts";
import { kinds, type NoticeRow } from "./kinds.ts";
import type { Reading } from "./kind/reading.ts";

export function wordNotice(row: NoticeRow, reading: Reading, now: Date): WordedNotice {
  return kinds[row.kind].write(row, reading, now);
}
