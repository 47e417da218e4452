import { useState } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import type { Scope } from "#api/scopes.ts";
import { useText } from "#i18n/text.ts";
import { useGuideWords } from "#i18n/words/use-guide-words.ts";
import { useScreens } from "#screen/screens.ts";
import { TextInput } from "#ui/fields/text-input.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import classes from "./answers.module.css";

/** Rights without which an answer is of no use, although its screen is. */
const needs: Record<string, Scope> = {
  "projects-new": "projects:write",
  "projects-budget": "projects:write",
  "team-invite": "members:write",
  "team-roles": "members:write",
  "team-leads": "teams:write",
};

/** Short answers about what the person can do, to search in. */
export function Answers({ onOpen }: { onOpen?: () => void }) {
  const words = useGuideWords();
  const { screens: names } = useText();
  const { scopes, organization } = useMe();
  const screens = useScreens();
  const [search, setSearch] = useState("");
  const typed = search.toLowerCase().split(/\s+/);
  const found = Object.entries(words.topics).flatMap(([key, topic]) => {
    const [screenName] = key.split("-");
    const screen = screens.find(({ name }) => name === screenName);
    const need = needs[key];
    const isOffered = key !== "timesheet-submit" || organization.approvals !== null;
    const isForThem =
      isOffered && (screen !== undefined || screenName === "any") && (need === undefined || scopes.includes(need));
    const text = `${topic.title} ${topic.text}`.toLowerCase();
    return isForThem && typed.every((word) => text.includes(word)) ? [{ key, ...topic, screen }] : [];
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
        {found.map(({ key, title, text, screen }) => (
          <Disclosure key={key} summary={title}>
            <p>{text}</p>
            {screen !== undefined && (
              <Link href={screen.path} onClick={onOpen}>
                {words.open(names[screen.name])}
              </Link>
            )}
          </Disclosure>
        ))}
      </div>
      <p role="status" className="dim note">
        {found.length === 0 && words.nothing}
      </p>
    </>
  );
}
