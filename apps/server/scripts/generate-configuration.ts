// Writes docs/run/configuration.md from the declarations of the settings. With --check, only reports whether the
// committed file is current.
import { secretNames, type Setting, settingGroups } from "#platform/config/settings.ts";
import { writeGenerated } from "./write-generated.ts";

function itemOf([name, { default: value, otherwise, meaning }]: [string, Setting]): string {
  const fallback = value === undefined ? otherwise : `\`${value}\``;
  return `- \`${name}\`${fallback === undefined ? "" : ` (${fallback})`}: ${meaning}.`;
}

const files = secretNames.map((name) => `\`${name}_FILE\``).join(", ");
const lists = settingGroups.map(
  ([title, settings]) => `## ${title}

${Object.entries(settings).map(itemOf).join("\n")}
`,
);

await writeGenerated(
  "docs/run/configuration.md",
  `# Configuration

Stint reads these environment variables once, when it starts. An empty variable counts as unset; what then applies is in parentheses. If a value is invalid, Stint does not start, and the message names the variable. \`stint-server check\` finds misspelt names too. A relative path in \`DATA_DIR\`, \`BACKUP_DIR\` or a variable that ends in \`_FILE\` is resolved against the folder where you run the command.

Secrets can be in files: ${files} each name a file that contains the value of the variable without \`_FILE\`. A line break at the end of the file does not count. Set one of the two variables, not both.

${lists.join("\n")}`,
);
