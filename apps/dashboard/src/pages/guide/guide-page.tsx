import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { Answers } from "#parts/help/answers.tsx";
import { PageHead } from "#screen/page-head.tsx";
import classes from "./guide.module.css";

export function GuidePage() {
  const words = useGuideWords();
  return (
    <div className={classes.page}>
      <PageHead lead={words.lead} />
      <Answers />
    </div>
  );
}
