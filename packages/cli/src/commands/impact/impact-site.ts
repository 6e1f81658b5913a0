import type { CompiledSite } from "@traffic-policy/policy-engine";
import { siteImpactOf, type SiteImpact } from "@traffic-policy/policy-impact/internal";
import { siteImpactLines } from "@traffic-policy/policy-impact/report";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { printError } from "../../report/error.ts";
import { printJson } from "../../report/json.ts";
import { behaviourOptions, stubs as given } from "../../simulation/behaviour-options.ts";
import { compileReading } from "../../site/compile-reading.ts";
import type { ImpactCommandOptions } from "./command.ts";
import type { SiteImpactOutput } from "./output.ts";
import { withLog, type ReadLog } from "./read-log.ts";
import { notesOf, printSkippedLines, reasonJson } from "./report.ts";
import { checkLogOptions } from "./which-log.ts";

/** Runs `traffic-policy impact --site [path]`: counts the ways of recorded requests through a site. */
export async function impactOfSite(
  names: readonly string[],
  options: ImpactCommandOptions,
  context: Context,
): Promise<ExitStatus> {
  checkOptions(names, options);
  checkLogOptions(options);
  const reading = await projectOf(options, context).site(names);
  for (const { error } of reading.failures) printError(error, context);
  const where = names[0] ?? ".";
  if (reading.site.endpoints.length === 0) {
    throw new CommandError(`${where}: There is no endpoint.`, {
      help: "docs/site.md lists the files that have endpoints.",
    });
  }
  const site = await compileReading(reading);
  const found = await countedWays(site, options, context);
  if (options.format === "json") printJson(siteImpactJson(found), context.terminal);
  else {
    const { log, answer, skippedLines } = found;
    const { print, style } = context.terminal;
    const notes = notesOf("request", options, []);
    const shown = { site: where, log: log.title, notes, top: options.top };
    for (const line of siteImpactLines(answer, shown, style)) print(`${line}\n`);
    printSkippedLines(skippedLines, context.terminal);
  }
  // Of what could not be read, something may have received a request.
  return reading.failures.length > 0 ? exitStatus.failure : exitStatus.ok;
}

function countedWays(
  site: CompiledSite,
  options: ImpactCommandOptions,
  context: Context,
): Promise<ReadLog<SiteImpact>> {
  const policies = site.site.endpoints.map((endpoint) => site.policyOf(endpoint));
  const settings = { options: behaviourOptions(options), stubs: given(options, ...policies) };
  return withLog(options, context, ({ database, log, signal, counted }) => {
    const { columns } = log;
    if (!columns.fields.has("host")) {
      throw new CommandError("The log does not tell for which host a request is.", {
        help: "Say it with --assume host=www.example.com, or name the column with --columns.",
      });
    }
    return counted((asked) =>
      siteImpactOf(site, { ...settings, database, columns, signal, ...asked }),
    );
  });
}

/** @throws CommandError for an option that is about two policies, or that no report of a site has */
function checkOptions(
  [, second]: readonly string[],
  { format, ...options }: ImpactCommandOptions,
): void {
  if (second !== undefined) {
    throw new CommandError("--site counts the ways through one site, and compares none.", {
      help: "Name one file, folder or glob; `audit --site --since` says what a change opens.",
    });
  }
  if (format !== "pretty" && format !== "json") {
    throw new CommandError(`--site and --format ${format} cannot be used together.`, {
      help: "The ways through a site are printed as pretty or json.",
    });
  }
  if (options.follow === true || options.interval !== undefined) {
    throw new CommandError("--site and --follow cannot be used together.", {
      help: "--follow counts what one policy does.",
    });
  }
  const refused = (["where", "groupBy", "failIf", "sql", "playground", "protocol"] as const).find(
    (name) => options[name] !== undefined,
  );
  const name = options.untranslated === "refuse" ? "untranslated" : refused;
  if (name === undefined) return;
  const option = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new CommandError(`--site and ${option} cannot be used together.`, {
    help: `${option} is about policies that are compared.`,
  });
}

function siteImpactJson({ answer, skippedLines }: ReadLog<SiteImpact>): SiteImpactOutput {
  const { ways, hosts, idle, reasons, ...counts } = answer;
  return {
    version: 1,
    ...counts,
    skippedLines: [...skippedLines],
    ways: ways.map(({ endpoints, kind, status, servers, error, count }) => ({
      endpoints: [...endpoints],
      outcome: kind,
      status,
      servers: [...servers],
      error,
      count,
    })),
    hosts: hosts.slice(0, mostHosts),
    idle: [...idle],
    reasons: reasons.map(reasonJson),
  };
}

const mostHosts = 1000;
