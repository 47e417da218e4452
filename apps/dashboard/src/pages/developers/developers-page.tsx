import { Link } from "wouter";
import { useText } from "#i18n/text.ts";
import { useGuideWords } from "#i18n/use-guide-words.ts";
import { PageHead } from "#screen/page-head.tsx";
import { SettingsFrame } from "#screen/settings-frame.tsx";
import rows from "#ui/list/rows.module.css";

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
      <ul className={rows.rows}>
        {links.map(({ link, hint }) => (
          <li key={hint}>
            <div className={rows.main}>
              {link}
              <div className="dim">{hint}</div>
            </div>
          </li>
        ))}
      </ul>
    </SettingsFrame>
  );
}
