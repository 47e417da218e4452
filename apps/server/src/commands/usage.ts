export const usage = `npx stint-server <command>, in the folder of Stint; or npm run stint -- <command>

  serve                       run the service (npm start)
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
  doctor                      compare every row with its history and its own rules, and every stored sum with its entries
    [--repair]                make sums and budgets anew, while nobody writes entries of their organization
    [--trust entries|history] where rows contradict their history: which of them a repair goes by
    [--seal ORG_ID:POSITION:HASH]… seals of audit logs that were kept elsewhere: whether the history still matches
  demo                        run the service on a database of its own, filled, gone when it ends

<command> --help says this of one command. With --json, standard output is one JSON document. Settings are environment variables: see README.md.
`;
