export const usage = `npx stint-server <command>, in the folder of Stint; or npm run stint -- <command>

  serve                       run the service (npm start)
    [--verbose]               print a line for every request: npm start -- --verbose
  migrate                     bring the database's schema up to date
  org create                  make an organization, its owner and a first API key
    --name NAME --owner-email EMAIL [--owner-name NAME] [--time-zone ZONE] [--currency CODE]
    [--trust-address]         also where the account of the address has a password, though nobody proved the address
  org list                    say which organizations there are
  org restore                 keep an organization that was to be deleted
    --id ORG_ID
  key create                  make an API key for a member
    --org ORG_ID --email EMAIL --scopes SCOPE,… (or full, read-only, timer) [--name NAME]
  key list                    list the API keys of an organization, those that have ended too
    --org ORG_ID
  key revoke                  end an API key: it is refused at once, by running servers too
    --org ORG_ID --id KEY_ID
  password-link               print a link by which a member sets a password, for an hour
    --email EMAIL
  second-factor remove        turn a person's second factor off, when the app and the recovery codes are lost
    --email EMAIL
  openid unlink               let go of a person's identity at the OpenID provider, which made them anew
    --email EMAIL
  blog import PATH [--prune]  take articles from a JSON file, a Markdown file or a folder of Markdown files
  blog export [PATH]          write all articles as JSON, to a file or standard output
  import FILE                 take over the time of another program: Toggl, Clockify, Harvest, Kimai, solidtime, Stint or any CSV
    [--org ORG_ID] [--source NAME] [--time-zone ZONE] [--date-order ymd|dmy|mdy]
    [--duration-unit hours|minutes|seconds] [--decimal-mark comma|point]
    [--dry-run]               only say what it would make
  doctor                      compare every row with its history and its own rules, and every stored sum with its entries
    [--repair]                make sums and budgets anew, while nobody writes entries of their organization
    [--trust entries|history] where rows contradict their history: which of them a repair goes by
    [--seal ORG_ID:POSITION:HASH]… seals of audit logs that were kept elsewhere: whether the history still matches
  backup FILE                 save the whole database to a file, also while the service runs
    [--verify]                restore it to a scratch database and recount everything before the file is put in place
    [--passphrase-file FILE]  save SECRET_KEY too, encrypted under the passphrase in this file
  backup --check FILE         read a backup and compare every checksum, without a database
  restore FILE                bring a backup into an empty database: a new DATA_DIR, or that of DATABASE_URL
    [--passphrase-file FILE]  bring SECRET_KEY too
    [--secret-key-file FILE]  with DATABASE_URL: where SECRET_KEY is written
    [--webhooks new|all|off]  send only what happens from now on (new), what was pending too, or nothing
  demo                        run the service on a database of its own, filled, gone when it ends
    [--verbose]               print a line for every request

<command> --help says this of one command. With --json, standard output is one JSON document. Settings are environment variables: see README.md.
`;
