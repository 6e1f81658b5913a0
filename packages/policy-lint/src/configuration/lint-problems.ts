import { isJsonObject, toPointer, type Problem } from "@traffic-policy/policy-language";
import {
  schemaProblems,
  suggestion,
  unknownKeyword,
} from "@traffic-policy/policy-language/internal";
import { rules as builtInRules } from "../rules/index.generated.ts";
import { meantRule } from "../meant-rule.ts";
import type { LintRule } from "../rule.ts";
import type { RuleSetting } from "../settings.ts";
import type { LintConfiguration } from "./lint-schema.ts";

/** Returns the problems in the part `lint` of a configuration that its schema does not find. */
export function lintProblems(lint: LintConfiguration): Problem[] {
  const own = Object.entries(lint.customRules ?? {});
  const problems = own.flatMap(([name, rule]) => customRuleProblems(name, rule));
  if (problems.length > 0) return problems;
  const known = new Map([...builtInRules, ...own]);
  return [
    ...settingsProblems(lint.rules ?? {}, "/lint/rules", known),
    ...(lint.overrides ?? []).flatMap((override, index) =>
      settingsProblems(override.rules, `/lint/overrides/${index}/rules`, known),
    ),
    ...(lint.ignoreFindings ?? []).flatMap((entry, index) =>
      ignoreProblems(entry, `/lint/ignoreFindings/${index}`, known),
    ),
  ];
}

const severitySchema = { type: "string", enum: ["error", "warning", "info", "off"] };

/**
 * Returns the problems in rule settings.
 *
 * @param path - JSON Pointer of the settings
 */
export function settingsProblems(
  settings: Readonly<Record<string, RuleSetting>>,
  path: string,
  known: ReadonlyMap<string, LintRule>,
): Problem[] {
  return Object.entries(settings).flatMap(([name, setting]) => {
    const at = path + toPointer([name]);
    const rule = known.get(name);
    if (rule === undefined) return [{ ...unknownRule(name, at, known), part: "key" as const }];
    if (typeof setting === "string") return schemaProblems(severitySchema, setting, { path: at });
    return listProblems(name, rule, setting, at);
  });
}

function unknownRule(name: string, path: string, known: ReadonlyMap<string, LintRule>): Problem {
  return {
    path,
    message: `There is no lint rule "${name}".`,
    help:
      suggestion(meantRule(name, known.keys())) ?? "`traffic-policy explain` lists all of them.",
  };
}

function ignoreProblems(
  { rule, path }: NonNullable<LintConfiguration["ignoreFindings"]>[number],
  at: string,
  known: ReadonlyMap<string, LintRule>,
): Problem[] {
  if (!known.has(rule)) return [unknownRule(rule, `${at}/rule`, known)];
  if (path === undefined || path.startsWith("/")) return [];
  const message = `"${path}" is not a JSON Pointer.`;
  const help = "Write it as findings in the format json have it, like /inbound/0/actions/1.";
  return [{ path: `${at}/path`, message, help }];
}

function listProblems(
  name: string,
  rule: LintRule,
  [severity, options, ...rest]: readonly unknown[],
  path: string,
): Problem[] {
  if (severity === undefined || rest.length > 0) {
    const message = `The setting of "${name}" is not a list of a severity and options.`;
    return [{ path, message, help: 'Write a severity, or a list like ["warning", { … }].' }];
  }
  const problems = schemaProblems(severitySchema, severity, { path: `${path}/0` });
  if (problems.length > 0 || options === undefined) return problems;
  if (rule.options === undefined) {
    const message = `The lint rule "${name}" has no options.`;
    return [{ path: `${path}/1`, message, help: "Write the severity alone." }];
  }
  const { schema, default: fallback } = rule.options;
  const all: unknown = isJsonObject(options) ? { ...(fallback as object), ...options } : options;
  return schemaProblems(schema, all, { path: `${path}/1` });
}

function customRuleProblems(name: string, rule: unknown): Problem[] {
  const path = toPointer(["lint", "customRules", name]);
  const tell = (message: string, help: string): Problem[] => [{ path, part: "key", message, help }];
  if (!/^[a-z0-9-]+\/[a-z0-9-]+$/.test(name)) {
    return tell(
      `"${name}" cannot be the name of a lint rule.`,
      "Write a category and a name in lower case, like mine/no-deny.",
    );
  }
  if (builtInRules.has(name)) {
    return tell(`There is a built-in lint rule "${name}".`, "Give yours another name.");
  }
  if (!isRule(rule)) {
    return tell(
      `"${name}" is not a lint rule.`,
      "Write it with defineRule({ … }) in a configuration in TypeScript or JavaScript.",
    );
  }
  const keyword = rule.options && unknownKeyword(rule.options.schema);
  if (keyword === undefined) return [];
  return tell(
    `The schema of the options of "${name}" has the keyword "${keyword}", which is not supported.`,
    "Write it with the keywords of the type JsonSchema.",
  );
}

function isRule(value: unknown): value is LintRule {
  if (typeof value !== "object" || value === null) return false;
  const { severity, docs, visit, only = {} } = value as Partial<Record<keyof LintRule, unknown>>;
  return (
    severitySchema.enum.includes(severity as string) &&
    typeof docs === "object" &&
    docs !== null &&
    [visit, only].every(isRecordOfFunctions)
  );
}

function isRecordOfFunctions(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((member) => typeof member === "function");
}
