/** The output of `stint help`, which fits on one screen. `stint COMMAND --help` lists a command's options. */
export const help = `Stint in the terminal

Track     start [TEXT]       start the timer: "@project/task #tag text"
          switch TEXT        stop the running timer and start another
          stop               stop the timer (--at 17:05, --discard)
          log TEXT           log time afterwards: "9-10:30 @acme billing"
          edit ENTRY [TEXT]  change an entry: last, timer, or an id from list
          delete ENTRY...    delete entries; split ENTRY TIME: two of one
          day [DAY]          edit a day as text, in $EDITOR
          undo, idle         undo the last action; ask about time away
View      status             the running timer and today (--short for prompts)
          list [PERIOD]      entries of :week, 2026-03, ...; gaps between them
          report [PERIOD]    sums by project, task, client, tag, day, ... (--by)
          projects [NAME]    projects and their tasks
Sync      sync               send queued writes, update the local copy
          conflicts          resolve writes that the server refused
          login, logout      --server URL; whoami and profiles show accounts
          submit, approve    timesheets; open shows the dashboard
Scripts   api METHOD PATH    any request (-f a=b, --paginate); mcp for agents
          completion SHELL   for bash, zsh, fish; hook install for git
          listen, trigger    events to a local --forward-to; events resend ID

Everywhere: --help, --profile NAME; --dry-run, --wait; --json [FIELDS].
Exit codes: 0 done, 2 wrong input, 3 not permitted or rate limited, 4 failed.
`;
