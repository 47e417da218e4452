import { isCheckout, ownCommand } from "#platform/process/own-command.ts";

const place = isCheckout ? ", in Stint's folder; or npm run stint -- <command>" : "";

export const usage = `${ownCommand} <command>${place}

  serve                       run the service (npm start)
    [--verbose]               print a line for every request: npm start -- --verbose
  migrate                     bring the database's schema up to date
  org create                  create an organization, its owner and a first API key
    --name NAME --owner-email EMAIL [--owner-name NAME] [--time-zone ZONE] [--currency CODE]
    [--trust-address]         proceed although the account has a password and its address was never verified
  org list                    list the organizations
  org restore                 cancel the scheduled deletion of an organization
    --id ORG_ID
  key create                  create an API key for a member
    --org ORG_ID --email EMAIL --scopes SCOPE,… (or a resource, such as timesheets, or full, read-only, timer) [--name NAME]
  key list                    list the API keys of an organization, including ended ones
    --org ORG_ID
  key revoke                  revoke an API key, with immediate effect on running servers
    --org ORG_ID --id KEY_ID
  password-link               print a link for setting a member's password, valid for an hour
    --email EMAIL
  second-factor remove        turn off a person's second factor, if the app and the recovery codes are lost
    --email EMAIL
  openid unlink               unlink a person's identity at the OpenID provider, for example after the provider recreated it
    --email EMAIL
  blog import PATH [--prune]  import articles from a JSON file, a Markdown file or a folder of Markdown files
  blog export [PATH]          write all articles as JSON, to a file or standard output
  import FILE                 import time from another program: Toggl, Clockify, Harvest, Kimai, solidtime, Stint or any CSV
    [--org ORG_ID] [--source NAME] [--time-zone ZONE] [--encoding NAME]
    [--date-order ymd|dmy|mdy] [--duration-unit hours|minutes|seconds] [--decimal-mark comma|point]
    [--dry-run]               only show what it would create
  health                      ask the running service whether it is ready, without the database
    [--wait SECONDS]          until it is ready, for at most this long
  check                       check settings, files, disks, clock, database, mail, proxy and backups, and say how to fix problems
    [--send-mail ADDRESS]     send a test mail too
  secret-key replace          show what a new key would cost if SECRET_KEY is lost
    [--forget-sealed]         replace it: endpoints need a new secret, and people a new second factor
  doctor                      compare every row with its history and its own rules, and every stored sum with its entries
    [--repair]                rebuild sums and budgets, while nobody writes entries of their organization
    [--trust entries|history] which side a repair trusts if rows contradict their history
    [--seal ORG_ID:POSITION:HASH]… check the history against seals of audit logs that you stored elsewhere
  timesheet verify FILE…      check statements of timesheets against their hashes, without a database; - is standard input
  backup FILE                 save the whole database to a file, even while the service runs
    [--verify]                restore it to a scratch database and recount everything before the file is kept
    [--passphrase-file FILE]  save SECRET_KEY too, encrypted with the passphrase in this file
  backup --check FILE         read a backup and compare every checksum, without a database
  restore FILE                load a backup into an empty database: a new DATA_DIR, or the one of DATABASE_URL
    [--passphrase-file FILE]  restore SECRET_KEY too
    [--secret-key-file FILE]  with DATABASE_URL: where SECRET_KEY is written
    [--webhooks new|all|off]  send only events from now on (new), pending ones too (all), or nothing (off)
  demo                        run the service on a separate, filled database, deleted when it ends
    [--verbose]               print a line for every request

<command> --help shows this for one command. With --json, standard output is one JSON document. Settings are environment variables: see docs/run/configuration.md.
`;
