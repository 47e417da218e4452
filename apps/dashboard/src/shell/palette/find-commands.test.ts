import assert from "node:assert/strict";
import { test } from "node:test";
import { commands as german } from "#i18n/de/commands.ts";
import { commands as english } from "#i18n/en/commands.ts";
import { commands as french } from "#i18n/fr/commands.ts";
import { type Command, findCommands, firstCommands, inGroups, trackedIn } from "./find-commands.ts";

const command = (name: string, more: Partial<Command> = {}): Command => ({
  id: `${name} ${more.effect ?? ""}`,
  name,
  effect: "",
  run: () => undefined,
  ...more,
});
const namesFor = (typed: string, commands: readonly Command[]) => findCommands(commands, typed).map(({ name }) => name);

test("commands are found by name, then by the words for them, then earlier entries, each once", () => {
  const commands = [
    command("Invoice layout", { group: "entries" }),
    command("Billing", { words: "invoices bills" }),
    command("Invite people…"),
  ];
  assert.deepEqual(namesFor("inv", commands), ["Invite people…", "Billing", "Invoice layout"]);
  assert.deepEqual(namesFor("bill", commands), ["Billing"]);
  assert.deepEqual(namesFor("vacation", commands), []);
});

test("many earlier entries hide no command, and no more than twelve are listed", () => {
  const earlier = Array.from({ length: 20 }, (_, at) => command(`Dark corner ${at}`, { group: "entries" }));
  const found = findCommands([...earlier, command("Dark theme")], "dark");
  assert.equal(found[0]?.name, "Dark theme");
  assert.equal(found.length, 12);
});

test("the commands that were run last come first, and a group stays together behind its best command", () => {
  const commands = [
    command("Time", { group: "screens", isUsual: true }),
    command("Undo", { isUsual: true }),
    command("Dark theme"),
  ];
  const first = firstCommands(commands, ["Dark theme ", "gone", "Undo "]);
  assert.deepEqual(
    first.map(({ name, group }) => [name, group]),
    [
      ["Dark theme", "recent"],
      ["Undo", "recent"],
      ["Time", "screens"],
    ],
  );
  const run = Array.from({ length: 9 }, (_, at) => command(`Run ${at}`));
  const later = firstCommands(run, ["project", ...run.map(({ id }) => id)]);
  assert.deepEqual(
    later.map(({ name }) => name),
    ["Run 0", "Run 1", "Run 2", "Run 3"],
  );
  const mixed = [command("Bill"), command("Bills", { group: "projects" }), command("Billing", { group: "commands" })];
  assert.deepEqual(
    inGroups(mixed).map(({ name }) => name),
    ["Bill", "Billing", "Bills"],
  );
});

test("the words that people use lead to a command in each language", () => {
  for (const [{ words, create }, typed] of [
    [english, { billing: "invoice", profile: "password", theme: "dark", signOut: "logout", approvals: "approve" }],
    [
      german,
      { billing: "rechnung", profile: "passwort", theme: "dunkel", signOut: "ausloggen", approvals: "freigeben" },
    ],
    [
      french,
      { billing: "facture", profile: "mot de passe", theme: "sombre", signOut: "quitter", approvals: "valider" },
    ],
  ] as const) {
    const commands = Object.entries(words).map(([name, all]) => command(name, { words: all }));
    for (const [name, word] of Object.entries(typed)) assert.ok(namesFor(word, commands).includes(name), word);
    for (const { name, words: all } of Object.values(create))
      assert.deepEqual(namesFor(name, [command(name, { words: all })]), [name]);
  }
});

test("what to track follows a verb in each language", () => {
  for (const [{ startVerbs }, verb] of [
    [english, "Start"],
    [german, "Timer starten"],
    [french, "démarrer"],
  ] as const) {
    assert.equal(trackedIn(verb, startVerbs), "");
    assert.equal(trackedIn(`${verb} logo @Website #draft`, startVerbs), "logo @Website #draft");
  }
  assert.equal(trackedIn("started late", english.startVerbs), undefined);
  assert.equal(trackedIn("", english.startVerbs), undefined);
});
