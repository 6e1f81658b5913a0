import { directionsDialect } from "@traffic-policy/policy-language";
import { nearest, suggestion, variablesOf } from "@traffic-policy/policy-language/internal";
import { rules as builtInRules, type LintRule } from "@traffic-policy/policy-lint";
import { knownRules, meantRule, presetSeverity } from "@traffic-policy/policy-lint/internal";
import type { ConfigurationOptions } from "@traffic-policy/project";
import { type Context, CommandError, exitStatus, type ExitStatus } from "../../context.ts";
import { customRulesIn } from "../../configuration/project.ts";
import type { FormatOptions } from "../../program/options.ts";
import type { ReferenceOutput, RulesOutput } from "./output.ts";
import { readReference, type Reference } from "./reference.ts";
import { printEntries, printRule, printRules } from "./report.ts";

export default async function explain(
  name: string | undefined,
  options: ConfigurationOptions & FormatOptions,
  context: Context,
): Promise<ExitStatus> {
  const { terminal } = context;
  const { format } = options;
  const known = knownRules({ rules: await customRulesIn(options, context) });
  if (name === undefined) {
    printRules(listOf(known), format, terminal);
    return exitStatus.ok;
  }
  const rule = known.get(name);
  if (rule === undefined) printEntries(referenceTo(name, known), format, terminal);
  else printRule(name, rule, format, terminal);
  return exitStatus.ok;
}

function listOf(known: ReadonlyMap<string, LintRule>): RulesOutput {
  const list = [...known].map(([name, rule]) => ({
    name,
    recommended: presetSeverity(rule, "recommended"),
    strict: presetSeverity(rule, "strict"),
    fix: rule.fix,
    what: rule.docs.what,
    custom: !builtInRules.has(name),
  }));
  return { version: 1, rules: list };
}

/** The names that may be misspelt: another code is another code. */
function wordsIn(reference: Reference): string[] {
  return [...reference].flatMap(([name, [first]]) => (first?.kind === "error-code" ? [] : name));
}

function referenceTo(name: string, known: ReadonlyMap<string, LintRule>): ReferenceOutput {
  const reference = readReference();
  const names = [name, name.toUpperCase(), `ERR_NGROK_${name}`, `site/${name}`];
  const full = names.find((one) => reference.has(one));
  if (full !== undefined) {
    return { version: 1, name: full, entries: [...(reference.get(full) ?? [])] };
  }
  // No lint rule is in this category.
  const rule = name.startsWith("site/") ? undefined : meantRule(name, known.keys());
  const near = rule ?? nearest(name, wordsIn(reference));
  // Nobody is led to a deprecated name.
  const meant = variablesOf(directionsDialect).find((one) => one.name === near)?.renamedTo ?? near;
  throw new CommandError(
    `There is no lint rule, finding of a site, action, variable, function or error code "${name}".`,
    { help: suggestion(meant) ?? elsewhere(name) },
  );
}

function elsewhere(name: string): string {
  return /^(?:ERR_NGROK_)?\d+$/i.test(name)
    ? "Known are the codes of the documentation that policies cause: docs/catalogue/error-codes.md."
    : "`traffic-policy explain` lists the lint rules; actions, variables and functions are in docs/catalogue.";
}
