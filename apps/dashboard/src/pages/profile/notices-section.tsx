import type { NoticeKind } from "#api/notices.ts";
import { useSignInMethods } from "#api/queries.ts";
import { usePreferences } from "#state/settings/use-preferences.ts";
import { Section } from "#ui/form/section.tsx";
import { Table } from "#ui/list/table.tsx";
import { useNoticeWords } from "#i18n/words/use-notice-words.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** The kinds of notifications, each with a switch for email and one for the dashboard. */
export function NoticesSection() {
  const words = useNoticeWords();
  const { preferences, changeNotice, message } = usePreferences();
  const sendsMail = useSignInMethods()?.mail ?? true;
  const kinds = Object.keys(words.kinds) as NoticeKind[];
  const box = (kind: NoticeKind, way: "mail" | "dashboard", label: (kind: string) => string) => (
    <Checkbox
      label={label(words.kinds[kind])}
      hidesLabel
      checked={preferences.notices[kind][way]}
      onChange={(isOn) => changeNotice(kind, way, isOn)}
    />
  );
  return (
    <Section title={words.section} lead={words.sectionLead}>
      <Table
        label={words.section}
        rows={kinds}
        keyOf={(kind) => kind}
        columns={[
          {
            name: words.kind,
            cell: (kind) => (
              <>
                {words.kinds[kind]}
                <p className="small">{words.hints[kind]}</p>
              </>
            ),
          },
          { name: words.mail, isNamed: true, cell: (kind) => box(kind, "mail", words.byMail) },
          { name: words.dashboard, isNamed: true, cell: (kind) => box(kind, "dashboard", words.inDashboard) },
        ]}
      />
      {!sendsMail && <p className="dim">{words.noMail}</p>}
      <ErrorLine>{message}</ErrorLine>
    </Section>
  );
}
