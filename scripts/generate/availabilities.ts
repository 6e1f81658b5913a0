import type {
  ActionDefinition,
  FunctionDefinition,
  VariableDefinition,
} from "@traffic-policy/policy-language";
import type { Availability } from "./restriction-label.ts";

/** Where an action may stand; what only a part of the documentation lists is allowed. */
export function ofAction({ sections, unsureSections = {} }: ActionDefinition): Availability {
  return Object.fromEntries(
    Object.entries(sections).map(([protocol, names]) => [
      protocol,
      [...names, ...(unsureSections[protocol as keyof typeof unsureSections] ?? [])],
    ]),
  );
}

/** Where a variable, or a function about one namespace, exists. */
export function ofName({
  protocols = [],
  sections = [],
}: Pick<VariableDefinition, "protocols" | "sections"> | FunctionDefinition): Availability {
  return Object.fromEntries(protocols.map((protocol) => [protocol, sections]));
}

/** What remains of it for a config field that only some protocols have. */
export function within(available: Availability, protocols: readonly string[]): Availability {
  return Object.fromEntries(Object.entries(available).filter(([name]) => protocols.includes(name)));
}
