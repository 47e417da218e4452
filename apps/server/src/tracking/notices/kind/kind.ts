import type { Holder } from "#identity/access.ts";
import type { NoticeKind } from "#identity/me/notice-preferences.ts";
import type { Sql } from "#platform/database/database.ts";
import type { Reading } from "./reading.ts";

/** The declaration of a kind of notice. `facts` contain ids instead of names; names are looked up when it is shown. */
export interface Kind<Name extends NoticeKind, Facts> {
  name: Name;
  /** For docs/use/notifications.md. */
  docs: { when: string; recipients: string };
  /** Identifies the event that a notice reports, because a person is notified of each event only once. */
  occasionOf(notice: Subject<Facts>): string;
  /** Whether the actor may currently read notices of this kind, or a condition on the notice `n`. */
  isReadableBy(actor: Holder): boolean | Sql;
  /**
   * A condition on the member `m`: the notice still applies. For example, a stopped timer needs no email. Without it,
   * the notice always applies.
   */
  isStillTrue?(row: RowWith<Facts>): Sql;
  write(row: RowWith<Facts>, reading: Reading, now: Date): WordedNotice;
}

/** A notice in a person's language. `path` is the page of the dashboard that `action` opens. */
export interface WordedNotice {
  title: string;
  text: string;
  action: string;
  path: string;
}

export interface Subject<Facts> {
  userId: string;
  facts: Facts;
  aboutUserId?: string;
  projectId?: string;
}

/** A notice that is stored only if its recipient wants it. */
export interface NewNotice extends Subject<unknown> {
  kind: NoticeKind;
  occasion: string;
}

export function noticeOf<Facts>(kind: Kind<NoticeKind, Facts>, subject: Subject<Facts>): NewNotice {
  return { ...subject, kind: kind.name, occasion: kind.occasionOf(subject) };
}

/** A stored notice, with the current names of the objects that it refers to. */
export interface NoticeColumns {
  org_id: string;
  id: string;
  user_id: string;
  about_user_id: string | null;
  project_id: string | null;
  about_name: string | null;
  by_name: string | null;
  project_name: string | null;
  /** When the person's current timer started; null if no timer is running. */
  timer_started_at: string | null;
  read_at: string | null;
  created_at: string;
}

type RowWith<Facts> = NoticeColumns & { facts: Facts };
