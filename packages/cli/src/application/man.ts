import { generateHelpTextForAllCommands } from "@stricli/core";
import { version } from "#src/package/version.ts";
import { applicationFor } from "./application.ts";
import { help } from "./help.ts";

const sections = `.SH EXIT STATUS
0 done, 2 wrong input, 3 not permitted or rate limited, 4 failed.
.SH ENVIRONMENT
.TP
.B STINT_PROFILE
The profile, as with --profile.
.TP
.B STINT_URL, STINT_API_KEY
Together, they replace a login.
.TP
.B STINT_SYNC
off: only stint sync sends and updates.
.TP
.B VISUAL, EDITOR
The editor of stint day.
.TP
.B NO_COLOR
No colours.
.SH FILES
.TP
.I ~/.config/stint
Profiles with the keys, or $XDG_CONFIG_HOME/stint.
.TP
.I ~/.local/share/stint
Copies and queues, or $XDG_DATA_HOME/stint.
`;

/** Returns the manual page as troff. */
export function writeMan(): string {
  type Any = Parameters<typeof generateHelpTextForAllCommands>[0];
  const commands = generateHelpTextForAllCommands(applicationFor() as unknown as Any)
    .filter(([route]) => route !== "stint")
    .map(([route, text]) => `.SS ${escape(route)}\n.nf\n${escape(text.trim())}\n.fi\n`);
  return `.TH STINT 1 "" "stint ${version}"
.SH NAME
stint \\- track time in the terminal
.SH SYNOPSIS
.B stint
.I command
[\\fIoptions\\fR] [\\fIarguments\\fR]
.SH DESCRIPTION
.nf
${escape(help.trim())}
.fi
.SH COMMANDS
${commands.join("")}${sections}`;
}

/** Escapes characters that troff would interpret, such as a dot at the beginning of a line. */
const escape = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^(?=[.'])/gm, "\\&");
