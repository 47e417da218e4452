import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { Answers } from "#parts/help/answers.tsx";
import { PageHead } from "#screen/page-head.tsx";

export function GuidePage() {
  const words = useGuideWords();
  return (
    <div className="narrow">
      <PageHead lead={words.lead} />
      <Answers />
    </div>
  );
}
