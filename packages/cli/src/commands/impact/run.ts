import { compilePolicy, type CompiledPolicy } from "@traffic-policy/policy-engine";
import { dimensions, type DimensionName, type ImpactOptions } from "@traffic-policy/policy-impact";
import { impactOf, wherePolicy } from "@traffic-policy/policy-impact/internal";
import { checkExpression, parseExpression, typeText } from "@traffic-policy/policy-language";
import { isOpen } from "@traffic-policy/policy-language/internal";
import { documentOf, type Files } from "@traffic-policy/project";
import { canHoldPolicy, policyPath } from "@traffic-policy/project/internal";
import { type SelectedPolicy } from "@traffic-policy/project/selection";
import { projectOf } from "../../configuration/project.ts";
import { CommandError, exitStatus, type Context, type ExitStatus } from "../../context.ts";
import { behaviourOptions, stubs as given } from "../../simulation/behaviour-options.ts";
import { printProblems } from "../../simulation/report/pretty.ts";
import type { ImpactCommandOptions } from "./command.ts";
import { checkFollow } from "./follow/check.ts";
import { readLimit } from "./limits.ts";
import { exampleLinks, playgroundUrl } from "./playground-link.ts";
import { printedQuery } from "./printed-query.ts";
import { printImpact, type ImpactReport } from "./report.ts";
import { withLog } from "./read-log.ts";
import { checkLogOptions } from "./which-log.ts";

/** Runs `traffic-policy impact <before> [after]`: reports what a change would have done to recorded traffic. */
export default async function impact(
  before: string | undefined,
  after: string | undefined,
  options: ImpactCommandOptions,
  context: Context,
): Promise<ExitStatus> {
  const names = [before ?? [], after ?? []].flat();
  if (options.site) {
    const { impactOfSite } = await import("./impact-site.ts");
    return impactOfSite(names, options, context);
  }
  if (before === undefined) {
    throw new CommandError("There is no policy.", {
      help: "Name a policy file, or a target of the configuration; or a site with --site.",
    });
  }
  checkPolicyFiles(names, context.files);
  checkLogOptions(options);
  checkFollow(after, options);
  const playground = playgroundOf(options);
  const limits = (options.failIf ?? []).map(readLimit);
  const policies = await projectOf(options, context).policiesOf(names, options.protocol);
  const sides = await compiledSides(policies, context);
  const settings = await impactSettings(sides, options);
  if (options.follow === true) {
    const { followLog } = await import("./follow/run.ts");
    return followLog({ sides, settings, exchange: exchangeOf(sides) }, options, context);
  }
  const found = await withLog(options, context, ({ database, log, signal, counted }) => {
    const asked = { ...settings, from: log.from, columns: log.columns };
    if (options.sql === undefined) {
      return counted((row) => impactOf(...sides, { ...asked, database, signal, ...row }));
    }
    const name = options.sql === true ? undefined : options.sql;
    context.terminal.document(`${printedQuery(sides, asked, name, database)}\n`);
    return undefined;
  });
  if (found === undefined) return exitStatus.ok;
  const { answer, log, skippedLines } = found;
  const passed = limits.filter(({ isPassed }) => isPassed(answer)).map(({ text }) => text);
  const titles = policies.map(({ title }) => title);
  const report: ImpactReport = {
    impact: answer,
    log,
    skippedLines,
    before: after === undefined ? "no rules" : (titles[0] ?? before),
    after: titles.at(-1) ?? before,
    exchange: exchangeOf(sides),
    asked: options,
    passed,
    ...(playground && { linkOf: exampleLinks(playground, policies) }),
  };
  printImpact(report, options.format, context.terminal);
  if (limits.length > 0) return passed.length > 0 ? exitStatus.findings : exitStatus.ok;
  const { changed, unknown } = answer;
  return changed + unknown > 0 ? exitStatus.findings : exitStatus.ok;
}

function playgroundOf({ playground, format }: ImpactCommandOptions): URL | undefined {
  if (playground === undefined) return undefined;
  if (format === "html") return playgroundUrl(playground);
  throw new CommandError("--playground is about the links of a page.", {
    help: "Add --format html, or remove it.",
  });
}

/** @throws CommandError when a name looks like a policy file, and no such file exists */
function checkPolicyFiles(names: readonly string[], files: Files): void {
  const missing = names.find((name) => {
    const { file } = policyPath(name, files);
    return canHoldPolicy(file) && !files.exists(files.resolve(file));
  });
  if (missing !== undefined) throw new CommandError(`${missing}: There is no such file.`);
}

type Sides = readonly [before: CompiledPolicy, after: CompiledPolicy];

function exchangeOf([, { protocol }]: Sides): ImpactReport["exchange"] {
  return protocol === "http" ? "request" : "connection";
}

/** @throws CommandError when the policies differ in protocol or dialect */
async function compiledSides(
  policies: readonly SelectedPolicy[],
  { terminal }: Context,
): Promise<Sides> {
  const compiled: CompiledPolicy[] = [];
  for (const { loaded, protocol } of policies) {
    const policy = await compilePolicy(documentOf(loaded), { protocol });
    printProblems({ source: loaded.source, policy }, "evaluated", terminal);
    compiled.push(policy);
  }
  const [first, second] = compiled as [CompiledPolicy, CompiledPolicy?];
  if (second === undefined) {
    const { protocol, dialect } = first;
    return [await compilePolicy({}, { protocol, dialect }), first];
  }
  if (first.protocol !== second.protocol) {
    throw new CommandError(
      `One policy is for ${first.protocol}, and the other for ${second.protocol}.`,
      { help: "Name them with --protocol." },
    );
  }
  return [first, second];
}

async function impactSettings(
  [, after]: Sides,
  options: ImpactCommandOptions,
): Promise<Omit<ImpactOptions, "database" | "from" | "columns">> {
  const { where, untranslated, examples, top } = options;
  const asked = where === undefined ? undefined : await wherePolicy(where, after);
  const [problem] = asked?.problems ?? [];
  if (problem !== undefined) throw new CommandError(`--where: ${problem.message}`);
  if (where !== undefined) checkIsCondition(where, after);
  return {
    untranslated,
    examples,
    top,
    dimensions: chosenDimensions(options.groupBy),
    options: behaviourOptions(options),
    // Those that a policy has no action for are refused there.
    stubs: given(options, after),
    ...(asked && { where: asked }),
  };
}

/** @throws CommandError for an expression that is never true or false */
function checkIsCondition(where: string, { dialect }: CompiledPolicy): void {
  const parsed = parseExpression(where);
  if (!parsed.ok) return;
  const { type } = checkExpression(parsed.tree, { dialect });
  if (isOpen(type) || typeText(type) === "bool") return;
  throw new CommandError(
    `--where: The result is of type ${typeText(type)}, and not true or false.`,
  );
}

function chosenDimensions(text: string | undefined): readonly DimensionName[] {
  if (text === undefined) return dimensions;
  return text.split(",").map((name) => {
    const found = dimensions.find((one) => one === name.trim());
    if (found !== undefined) return found;
    throw new CommandError(`--group-by: "${name.trim()}" is none of ${dimensions.join(", ")}.`);
  });
}
