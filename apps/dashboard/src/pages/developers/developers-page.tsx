import { Link } from "wouter";
import { useText } from "#i18n/text.ts";
import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { PageHead } from "#screen/page-head.tsx";
import { SettingsFrame } from "#screen/tabs/settings-frame.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";

export function DevelopersPage() {
  const { developers: words } = useGuideWords();
  const { shell, screens: names } = useText();
  const links = [
    { link: <a href="/docs">{shell.apiReference}</a>, hint: words.reference },
    { link: <a href="/guide">{words.guide}</a>, hint: words.guideHint },
    { link: <Link href="/blog">{names.blog}</Link>, hint: words.blog },
  ];
  return (
    <SettingsFrame>
      <PageHead lead={words.lead} />
      <Rows>
        {links.map(({ link, hint }) => (
          <ListRow key={hint}>
            {link}
            <div className="dim">{hint}</div>
          </ListRow>
        ))}
      </Rows>
    </SettingsFrame>
  );
}
