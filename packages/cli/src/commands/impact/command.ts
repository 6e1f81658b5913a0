import type { Protocol } from "@traffic-policy/policy-language";
import { Option } from "commander";
import type { ConfigurationOptions } from "@traffic-policy/project";
import { CommandError } from "../../context.ts";
import type { ProgramCommandDefinition } from "../../program/definition.ts";
import {
  behaviourOption,
  configurationOptions,
  formatOption,
  protocolOption,
  repeated,
  seconds,
  stubOption,
  wholeNumber,
} from "../../program/options.ts";

const formats = ["pretty", "json", "html", "markdown"] as const;

export interface AskedOptions {
  /** A CEL expression. */
  readonly where?: string;
  readonly since?: string;
  readonly until?: string;
  /** As written: `1%`. */
  readonly sample?: string;
  /** Values that the log does not contain, as written: `host=www.example.com`. */
  readonly assume?: readonly string[];
}

export interface ImpactCommandOptions extends ConfigurationOptions, AskedOptions {
  readonly format: (typeof formats)[number];
  readonly protocol?: Protocol;
  readonly site?: true;
  /** Files, globs, or `-` for standard input. */
  readonly log?: readonly string[];
  readonly logFormat?: string;
  readonly columns?: string;
  readonly database?: string;
  readonly table?: string;
  /** Names of dimensions, separated by commas. */
  readonly groupBy?: string;
  readonly top: number;
  readonly examples: number;
  /** The address of a playground. */
  readonly playground?: string;
  /** As written: `newly_denied > 0.1%`. */
  readonly failIf?: readonly string[];
  readonly untranslated: "engine" | "refuse";
  readonly sql?: true | string;
  readonly showSkipped?: true;
  readonly follow?: true;
  /** In seconds. */
  readonly interval?: number;
  readonly memory: string;
  readonly threads?: number;
  readonly option?: readonly string[];
  readonly stub?: readonly string[];
}

function onlyDatabase(url: string, before: string | undefined): string {
  if (before === undefined) return url;
  throw new CommandError(
    "--database is given once: for the rows of several servers, name a `Distributed` table of one of them.",
  );
}

const logGroup = "The log:";
const answerGroup = "The answer:";
const databaseGroup = "The database:";

/** Options that are only about a log that has an end. */
const withoutFollow =
  "since until sample showSkipped groupBy top examples playground failIf sql database table".split(
    " ",
  );

export default {
  group: "check",
  order: 53,
  summary: "count what a change would do to recorded traffic",
  description:
    "Reads a log of requests, and counts how each would have ended under two policies: which would newly be denied, and which let in. With one policy, the other one has no rules; with --site, it counts the ways through a whole site. With --follow, it counts what one policy does to the requests that a log gets. What the log does not tell is unknown, and never taken for absent. The packages @duckdb/node-api, or @clickhouse/client for --database, have to be installed.",
  options: (command) => {
    command.argument(
      "[before]",
      "a policy file, or a target of the configuration; with --site, a file, a folder or a glob",
    );
    command.argument("[after]", "the other policy; without it, <before> is compared with no rules");
    const options = [
      new Option(
        "--site",
        "count the ways of requests through the endpoints of files, as `audit --site` reads them",
      ),
      new Option("--log <files>", "a file, a glob, or - for standard input; can be repeated")
        .argParser(repeated)
        .helpGroup(logGroup),
      new Option("--log-format <name>", "its format, when the file does not tell").helpGroup(
        logGroup,
      ),
      new Option("--columns <file>", "a JSON file that says where the log has what").helpGroup(
        logGroup,
      ),
      new Option(
        "--since <time>",
        "only from this time on: 2026-11-01 or 2026-11-01T12:00:00Z",
      ).helpGroup(logGroup),
      new Option("--until <time>", "only before this time").helpGroup(logGroup),
      new Option("--where <condition>", "only requests for which this holds, in CEL").helpGroup(
        logGroup,
      ),
      new Option("--sample <share>", "only a share of the rows, like 1%").helpGroup(logGroup),
      new Option("--show-skipped", "list lines that are skipped, with the reasons").helpGroup(
        logGroup,
      ),
      new Option("--follow", "wait for what the log gets, and print rates until interrupted")
        .conflicts(withoutFollow)
        .helpGroup(logGroup),
      new Option("--interval <seconds>", "how often --follow prints them (default: 5)")
        .argParser(seconds)
        .helpGroup(logGroup),
      new Option(
        "--assume <field=value>",
        "what holds where the log does not tell it, like host=www.example.com; can be repeated",
      )
        .argParser(repeated)
        .helpGroup(logGroup),
      new Option(
        "--group-by <dimensions>",
        "day, host, path, country or network, separated by commas (default: all that the log has)",
      ).helpGroup(answerGroup),
      new Option("--top <number>", "how many values of each are shown")
        .argParser(wholeNumber)
        .default(10)
        .helpGroup(answerGroup),
      new Option("--examples <number>", "how many examples of each kind are shown")
        .argParser(wholeNumber)
        .default(3)
        .helpGroup(answerGroup),
      new Option(
        "--playground <url>",
        "with --format html, link each example to a playground at this address",
      ).helpGroup(answerGroup),
      new Option(
        "--fail-if <limit>",
        "exit with 1 only then: 'newly_denied > 0.1%', or changed, newly_forwarded, unknown, skipped; can be repeated",
      )
        .argParser(repeated)
        .helpGroup(answerGroup),
      new Option(
        "--untranslated <what>",
        "what is done with conditions that have no exact SQL: the engine decides row by row, or nothing is counted",
      )
        .choices(["engine", "refuse"])
        .default("engine")
        .helpGroup(answerGroup),
      new Option(
        "--sql [database]",
        "print the query instead: for duckdb, clickhouse or clickhouse-18 (default: the one that it would run in)",
      ).helpGroup(databaseGroup),
      new Option(
        "--database <url>",
        "a ClickHouse, with its database in the path; user and password from TRAFFIC_POLICY_DATABASE_USER and TRAFFIC_POLICY_DATABASE_PASSWORD",
      )
        .argParser(onlyDatabase)
        .helpGroup(databaseGroup),
      new Option("--table <table>", "the table of --database that has the log").helpGroup(
        databaseGroup,
      ),
      new Option("--memory <size>", "what DuckDB may take, like 2GB")
        .default("2GB")
        .helpGroup(databaseGroup),
      new Option("--threads <number>", "how many threads DuckDB may use")
        .argParser(wholeNumber)
        .helpGroup(databaseGroup),
      behaviourOption(),
      stubOption(),
      protocolOption(),
      formatOption(formats),
    ];
    for (const option of options) command.addOption(option);
    return configurationOptions(command);
  },
  exitStatus: [
    "every request would have ended as before, or --site; with --fail-if, no limit was passed; with --follow, it was ended",
    "something would have changed, or that is not known; with --fail-if, a limit was passed",
    "the log could not be read to its end, or a database had no complete answer",
  ],
  examples: {
    "What a change would have done last week":
      "traffic-policy impact before.json after.json --log log.ndjson",
    "For CI":
      "traffic-policy impact before.json after.json --log log.ndjson --fail-if 'changed > 1%'",
    "The ways of requests through all endpoints of a folder":
      "traffic-policy impact --site cluster --log log.ndjson",
    "Rates of what one policy does to a log that grows":
      "traffic-policy impact after.json --log log.ndjson --follow",
    "A page with plots":
      "traffic-policy impact before.json after.json --log log.ndjson --format html",
  },
} satisfies ProgramCommandDefinition;
