import { useState } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useLanguage, useText } from "#i18n/text.ts";
import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { useScreens } from "#screen/screens.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import classes from "./answers.module.css";
import { findAnswers } from "./find-answers.ts";

/** Short answers about what the person can do, to search in. */
export function Answers({ onOpen }: { onOpen?: () => void }) {
  const words = useGuideWords();
  const { screens: names } = useText();
  const language = useLanguage();
  const { scopes, organization } = useMe();
  const screens = useScreens();
  const [search, setSearch] = useState("");
  const found = findAnswers(words.topics, search, {
    screenNames: screens.map(({ name }) => name),
    scopes,
    hasApprovals: organization.approvals !== null,
  });
  return (
    <>
      <TextInput
        type="search"
        label={words.search}
        hidesLabel
        placeholder={words.search}
        data-autofocus
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <div className={classes.answers}>
        {found.map(({ key, title, text, screenName }) => {
          const screen = screens.find(({ name }) => name === screenName);
          return (
            <Disclosure key={key} summary={title}>
              <p>{text}</p>
              <img
                src={`/pictures/${language}/${key}.webp`}
                alt={words.picture(title)}
                width={520}
                height={240}
                loading="lazy"
                // The pictures aren't kept on the device, so without a connection there may be none.
                onError={({ currentTarget }) => (currentTarget.hidden = true)}
              />
              {screen !== undefined && (
                <Link href={screen.path} onClick={onOpen}>
                  {words.open(names[screen.name])}
                </Link>
              )}
            </Disclosure>
          );
        })}
      </div>
      <p role="status" className="dim note">
        {found.length === 0 && words.nothing}
      </p>
    </>
  );
}
