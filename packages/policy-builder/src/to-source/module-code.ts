import type { JsonValue, Protocol } from "@traffic-policy/policy-language";
import { code, imported, joined, listed, jsonCode, stringCode, type Code } from "./code.ts";
import { repeatedParts, type NamedPart } from "./naming.ts";
import type { PolicyCall, PolicyDraft, Part, RuleCall, RuleDraft } from "./draft.ts";

/** The whole module, not formatted. */
export function moduleCode(draft: PolicyDraft, protocol: Protocol | undefined): string {
  const named = repeatedParts(partsOf(draft));
  const constants = [...named.values()].map(
    ({ name, part }) => code`const ${name} = ${part.code};\n`,
  );
  const policy = policyCode(draft, protocol, named);
  const { text, imports } = code`${joined(constants, "")}\nexport default ${policy};\n`;
  const names = imports.toSorted().join(", ");
  return `import { ${names} } from "@traffic-policy/policy-builder";\n\n${text}`;
}

function partsOf(draft: PolicyDraft): readonly Part[] {
  return draft
    .flatMap((call) => (call.method === "set" ? [] : call.rules))
    .flatMap((rule) => rule.calls)
    .flatMap((call) => (call.method === "set" ? [] : call.parts));
}

type Named = ReadonlyMap<string, NamedPart>;

function policyCode(draft: PolicyDraft, protocol: Protocol | undefined, named: Named): Code {
  const options = protocol === undefined ? "" : `{ protocol: ${stringCode(protocol)} }`;
  const calls = draft.map((call) => policyCallCode(call, named));
  return code`${imported("policy")}(${options})${joined(calls, "")}`;
}

function policyCallCode(call: PolicyCall, named: Named): Code {
  if (call.method === "set") return setCode(call);
  return code`.${call.method}(${listed(call.rules.map((rule) => ruleCode(rule, named)))})`;
}

function ruleCode({ name, calls }: RuleDraft, named: Named): Code {
  const written = calls.map((call) => ruleCallCode(call, named));
  const argument = name === undefined ? "" : stringCode(name);
  return code`${imported("rule")}(${argument})${joined(written, "")}`;
}

function ruleCallCode(call: RuleCall, named: Named): Code {
  if (call.method === "set") return setCode(call);
  const parts = call.parts.map((part) => partCode(part, named));
  return code`.${call.method}(${listed(parts)})`;
}

function partCode(part: Part, named: Named): Code {
  const name = named.get(part.code.text)?.name;
  return name === undefined ? part.code : { text: name, imports: [] };
}

function setCode({ member, value }: { member: string; value: JsonValue }): Code {
  return code`.set(${stringCode(member)}, ${jsonCode(value)})`;
}
