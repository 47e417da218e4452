import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { PageHead } from "#screen/page-head.tsx";
import { useScreens } from "#screen/screens.ts";
import classes from "./guide.module.css";

export function GuidePage() {
  const words = useGuideWords();
  const { screens: names } = useText();
  const screens = useScreens();
  const { organization } = useMe();
  const topics = Object.entries(words.topics)
    // Without approvals, there are no timesheets to submit, so their topic is left out.
    .filter(([name]) => name !== "submissions" || organization.approvals !== null)
    .map(([name, topic]) => ({ ...topic, screen: screens.find((screen) => screen.name === name) }));
  return (
    <div className={classes.page}>
      <PageHead lead={words.lead} />
      {topics.map(({ title, text, screen }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          {screen !== undefined && <Link href={screen.path}>{words.open(names[screen.name])}</Link>}
        </section>
      ))}
    </div>
  );
}
